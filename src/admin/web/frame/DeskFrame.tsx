import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { leaveDesk } from '#/admin/web/login/sign-in.ts'
import { Drawing } from '#/kernel/web/Drawing.tsx'
import { toast } from '#/kernel/web/toast.ts'
import css from './DeskFrame.module.css'

type Props = { admin?: { name: string; role: string }; children: ReactNode }

/** Frames the admin area, which must not look like a page of the marketplace. */
export function DeskFrame({ admin, children }: Props) {
  return (
    <div className={css.desk}>
      <header className={css.bar}>
        <div className={css.inner}>
          <Link to="/" className={css.brand} aria-label="Go to the site">
            <Drawing name="logo" width={32} />
          </Link>
          <strong className={css.title}>Admin</strong>
          {admin && (
            <>
              <span className={css.who}>
                {admin.name}
                {admin.role === 'support' && <span className={css.role}> · Support</span>}
              </span>
              <LeaveButton />
            </>
          )}
        </div>
      </header>
      {children}
    </div>
  )
}

function LeaveButton() {
  const [busy, setBusy] = useState(false)
  async function leave() {
    if (busy) return
    setBusy(true)
    try {
      await leaveDesk()
    } catch {
      setBusy(false)
      toast({
        kind: 'error',
        message: 'We couldn’t log you out, so you’re still logged in. Please try again.',
      })
    }
  }
  return (
    <button type="button" className={css.leave} aria-disabled={busy} onClick={leave}>
      {busy ? 'Logging out...' : 'Logout'}
    </button>
  )
}

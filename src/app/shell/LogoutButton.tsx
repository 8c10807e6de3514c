import button from '#/kernel/web/button.module.css'
import { useLogout } from './logout.ts'

/** `onClick` runs too: a menu closes, so that it doesn't cover the logout's message. */
export function LogoutButton({ onClick }: { onClick?: () => void }) {
  const { logout, busy } = useLogout()
  return (
    <button
      type="button"
      className={button.plain}
      disabled={busy}
      onClick={() => {
        void logout()
        onClick?.()
      }}
    >
      Logout
    </button>
  )
}

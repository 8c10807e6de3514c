import button from './button.module.css'
import { useLogout } from './logout.ts'

/** `onClick` runs beside it: a menu closes, so that what logging out has to say is not hidden behind it. */
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

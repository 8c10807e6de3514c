import button from './button.module.css'
import { useLogout } from './logout.ts'

export function LogoutButton() {
  const { logout, busy } = useLogout()
  return (
    <button type="button" className={button.plain} onClick={logout} disabled={busy}>
      Logout
    </button>
  )
}

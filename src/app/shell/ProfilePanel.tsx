import { Link } from 'react-router'
import type { SessionUser } from '#/accounts/contract.ts'
import { profilePaths } from '#/accounts/rules.ts'
import { roleText } from '#/accounts/text.ts'
import { routeOf } from '#/app/route-table.ts'
import { formatPhone } from '#/kernel/phone.ts'
import { useLogout } from './logout.ts'
import css from './ProfileMenu.module.css'

type Props = { user: SessionUser; close(): void }

export default function ProfilePanel({ user, close }: Props) {
  const { logout, busy } = useLogout()
  const profiles = user.profiles.map((role) => profilePaths[role])
  const sells = user.profiles.some((role) => role === 'supplier' || role === 'pharmacist')
  const dispenses = user.profiles.includes('pharmacist')
  const links = [
    '/edit-profile',
    ...profiles,
    '/my-orders',
    ...(dispenses ? ['/pharmas-orders'] : []),
    ...(sells ? ['/my-products'] : []),
  ].map((path) => ({ path, name: routeOf(path)?.title }))
  return (
    <>
      <p className={css.who}>
        <strong>{user.name || user.email || formatPhone(user.phoneNumber ?? '')}</strong>
        <span>{roleText[user.role].name}</span>
      </p>
      <ul>
        {[...links, { path: '/role-selection', name: 'Change role' }].map(({ path, name }) => (
          <li key={path}>
            <Link to={path} className={css.item} onClick={close}>
              {name}
            </Link>
          </li>
        ))}
        <li>
          <button
            type="button"
            className={css.item}
            disabled={busy}
            onClick={() => {
              close()
              void logout()
            }}
          >
            Logout
          </button>
        </li>
      </ul>
    </>
  )
}

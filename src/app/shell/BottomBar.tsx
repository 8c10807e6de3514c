import { NavLink } from 'react-router'
import { Soon } from '#/kernel/web/Soon.tsx'
import css from './BottomBar.module.css'
import { AppointmentsIcon, HomeIcon, ServicesIcon, ToDoIcon } from './icons.tsx'
import { SignedIn } from './session.tsx'

const tabs = [
  { to: '/dashboard', name: 'Home', Icon: HomeIcon },
  { to: '/services', name: 'Services', Icon: ServicesIcon },
  { to: '/todo', name: 'To-Do', Icon: ToDoIcon },
  { to: '/appointments', name: 'Appointments', Icon: AppointmentsIcon },
]

export function BottomBar() {
  return (
    <SignedIn as="nav" aria-label="Quick access" className={css.bar}>
      {tabs.map(({ to, name, Icon }) => (
        <NavLink key={to} to={to} className={css.tab}>
          <Icon />
          {name}
          <Soon path={to} raised />
        </NavLink>
      ))}
    </SignedIn>
  )
}

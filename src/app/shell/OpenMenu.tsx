import { Link } from 'react-router'
import { useSession } from '#/accounts/web/index.ts'
import button from '#/kernel/web/button.module.css'
import { Soon } from '#/kernel/web/Soon.tsx'
import { Dialog } from './Dialog.tsx'
import { LogoutButton } from './LogoutButton.tsx'
import css from './MobileMenu.module.css'
import { ServiceLink } from './ServiceLink.tsx'
import { servicesFor } from './services.ts'
import { SignedIn, SignedOut } from './session.tsx'

export default function OpenMenu({ close }: { close: () => void }) {
  const session = useSession()
  const home = session.state === 'signed-in' ? '/dashboard' : '/'
  const links = [
    ['/pet-reports', 'Lost & Found'],
    ['/community', 'Community'],
    ...(session.state === 'signed-in' ? [['/payments', 'Payments']] : []),
    ['/about', 'About Us'],
    ['/contact', 'Contact'],
    ['/help-support', 'Help & Support'],
  ] as [string, string][]
  return (
    <Dialog title="Menu" side onClose={close}>
      <nav aria-label="Menu" className={css.menu}>
        <Link to={home} className={css.link} onClick={close}>
          Home
        </Link>
        <h3>Services</h3>
        {servicesFor(session.user?.role).map((service) => (
          <ServiceLink key={service.path} service={service} className={css.link} onClick={close}>
            {service.name} <Soon path={service.path} />
          </ServiceLink>
        ))}
        <hr />
        {links.map(([path, name]) => (
          <Link key={path} to={path} className={css.link} onClick={close}>
            {name} <Soon path={path} />
          </Link>
        ))}
      </nav>
      <div className={css.actions}>
        <SignedIn>
          <LogoutButton onClick={close} />
        </SignedIn>
        <SignedOut>
          <Link to="/login" className={button.quiet} onClick={close}>
            Login
          </Link>
          <Link to="/signup" className={button.primary} onClick={close}>
            Sign Up
          </Link>
        </SignedOut>
      </div>
    </Dialog>
  )
}

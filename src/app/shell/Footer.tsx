import { Link } from 'react-router'
import { useSession } from '#/accounts/web/index.ts'
import { Drawing } from '#/kernel/web/Drawing.tsx'
import { Soon } from '#/kernel/web/Soon.tsx'
import css from './Footer.module.css'
import { loginState } from './login-state.ts'
import { product } from './product.ts'
import { SignedIn } from './session.tsx'
import { rememberWantedPage } from './wanted-page.ts'

export function Footer() {
  return (
    <footer className={css.footer}>
      <div className={css.inner}>
        <div className={css.brand}>
          <Drawing name="logo" width={40} />
          <div>
            <strong>{product.name}</strong>
            <span>Your pet manager: care, bookings and reminders in one place.</span>
          </div>
        </div>
        <nav aria-label="Footer" className={css.links}>
          <FooterLink to="/dashboard">Home</FooterLink>
          <Link to="/services">Services</Link>
          <Link to="/pet-reports">Lost & Found</Link>
          <FooterLink to="/todo">To-Do</FooterLink>
          <FooterLink to="/appointments">Appointments</FooterLink>
          <SignedIn>
            <Link to="/edit-profile">Edit profile</Link>
          </SignedIn>
        </nav>
        <p className={css.rights}>{product.name}. All rights reserved.</p>
      </div>
    </footer>
  )
}

/** Sends visitors to the login at once, without loading the page first. */
function FooterLink({ to, children }: { to: string; children: string }) {
  const signedOut = useSession().state === 'signed-out'
  return (
    <Link
      to={signedOut ? '/login' : to}
      state={signedOut ? loginState(to) : undefined}
      onClick={() => {
        if (signedOut) rememberWantedPage(to)
      }}
    >
      {children} <Soon path={to} />
    </Link>
  )
}

import { Link, NavLink } from 'react-router'
import button from '#/kernel/web/button.module.css'
import { Drawing } from '#/kernel/web/Drawing.tsx'
import { Soon } from '#/kernel/web/Soon.tsx'
import { LogoutButton } from './LogoutButton.tsx'
import { MemberPlace } from './MemberPlace.tsx'
import { MobileMenu } from './MobileMenu.tsx'
import css from './NavigationBar.module.css'
import { ProfilePlace } from './ProfilePlace.tsx'
import { product } from './product.ts'
import { ServicesMenu } from './ServicesMenu.tsx'
import { SignedIn, SignedOut } from './session.tsx'

export function NavigationBar() {
  return (
    <header className={css.bar}>
      <div className={css.inner}>
        <Link to="/" className={css.brand}>
          <Drawing name="logo" width={36} />
          <span>{product.name}</span>
        </Link>
        <nav aria-label="Main" className={css.links}>
          <SignedIn>
            <BarLink to="/dashboard">Home</BarLink>
          </SignedIn>
          <SignedOut>
            <BarLink to="/">Home</BarLink>
          </SignedOut>
          <ServicesMenu />
          <BarLink to="/pet-reports" className={css.roomy}>
            Lost & Found
          </BarLink>
          <BarLink to="/community">Community</BarLink>
          <SignedIn>
            <BarLink to="/payments">Payments</BarLink>
          </SignedIn>
          <BarLink to="/about">About Us</BarLink>
          <BarLink to="/contact">Contact</BarLink>
          <BarLink to="/help-support">Help & Support</BarLink>
        </nav>
        <div className={css.actions}>
          <SignedIn>
            <MemberPlace />
            <ProfilePlace />
          </SignedIn>
          <SignedIn className={css.widest}>
            <LogoutButton />
          </SignedIn>
          <SignedOut className={css.wide}>
            <Link to="/login" className={button.plain}>
              Login
            </Link>
            <Link to="/signup" className={button.primary}>
              Sign Up
            </Link>
          </SignedOut>
          <MobileMenu />
        </div>
      </div>
    </header>
  )
}

type BarLinkProps = { to: string; className?: string | undefined; children: string }

function BarLink({ to, className = '', children }: BarLinkProps) {
  return (
    <NavLink to={to} end className={`${css.link} ${className}`}>
      {children}
      <Soon path={to} raised />
    </NavLink>
  )
}

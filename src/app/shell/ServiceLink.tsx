import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useSession } from '#/accounts/web/index.ts'
import { loginState } from './login-state.ts'
import type { Service } from './services.ts'
import { rememberWantedPage } from './wanted-page.ts'

type Props = { service: Service; className?: string; onClick?: () => void; children: ReactNode }

/** Sends visitors to the login first, even if the page itself is public. */
export function ServiceLink({ service, className, onClick, children }: Props) {
  const signedOut = useSession().state === 'signed-out'
  return (
    <Link
      to={signedOut ? '/login' : service.path}
      state={signedOut ? loginState(service.path) : undefined}
      className={className}
      onClick={() => {
        if (signedOut) rememberWantedPage(service.path)
        onClick?.()
      }}
    >
      {children}
    </Link>
  )
}

import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { renderSVG } from 'uqr'
import { CodeField } from './CodeField.tsx'
import css from './SignIn.module.css'
import { beginAuthenticator, signInProblem } from './sign-in.ts'

type Props = { password: string; onStartOver: () => void }

/** Sets up the app that will show codes; its first code proves it. */
export function AuthenticatorStep({ password, onStartOver }: Props) {
  // Requested once: each answer is a new secret, and only the last one counts.
  const {
    data: uri,
    error,
    refetch,
    isFetching,
  } = useQuery({
    queryKey: [['admin', 'authenticator']],
    queryFn: () => beginAuthenticator(password),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
  return (
    <>
      <h1>Set up an authenticator app</h1>
      <p className={css.lead}>
        From now on you log in with your password and a code. Scan this with an authenticator app on your
        phone, then enter the code it shows.
      </p>
      {uri ? (
        <>
          <QrCode uri={uri} />
          <details className={css.byHand}>
            <summary>Or type this key into the app</summary>
            <code>{keyIn(uri)}</code>
          </details>
          <CodeField />
        </>
      ) : error && !isFetching ? (
        <>
          <p role="alert" className={css.alert}>
            {signInProblem(error)}
          </p>
          <p className={css.footer}>
            <button type="button" className={css.link} onClick={() => void refetch()}>
              Retry
            </button>
          </p>
        </>
      ) : (
        <div className={css.qr} role="status" aria-label="Loading" />
      )}
      <p className={css.footer}>
        <button type="button" className={css.link} onClick={onStartOver}>
          Start over
        </button>
      </p>
    </>
  )
}

function QrCode({ uri }: { uri: string }) {
  const source = useMemo(
    () => `data:image/svg+xml,${encodeURIComponent(renderSVG(uri, { border: 2 }))}`,
    [uri],
  )
  return (
    <img className={css.qr} src={source} width={224} height={224} alt="QR code for your authenticator app" />
  )
}

/** In groups of four, for typing. */
function keyIn(uri: string): string {
  return (new URL(uri).searchParams.get('secret') ?? '').replace(/(.{4})(?=.)/g, '$1 ')
}

import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { resetText } from '#/accounts/text.ts'
import css from './AuthFrame.module.css'
import { AuthFrame } from './AuthFrame.tsx'
import { AuthError, checkResetLink, resetPassword } from './auth.ts'
import { NewPasswordForm } from './NewPasswordForm.tsx'
import button from './SubmitButton.module.css'

type Props = { token: string; onAskAgain: () => void }

/** All sessions end with the change, so the next step is the login. */
export function NewPassword({ token, onAskAgain }: Props) {
  const link = useLink(token)
  const askAgain = (
    <button type="button" className={button.quiet} onClick={onAskAgain}>
      Send me a new link
    </button>
  )
  const footer = (
    <>
      Remembered it? <Link to="/login">Log in</Link>
    </>
  )
  if (link === 'useless')
    return (
      <AuthFrame
        key="useless"
        isAnswer
        title="This link no longer works"
        lead={resetText.invalid}
        footer={footer}
      >
        <div className={css.form}>{askAgain}</div>
      </AuthFrame>
    )
  return (
    <AuthFrame
      key="form"
      title="Set a new password"
      lead="Choose one you don’t use anywhere else. We’ll log you out on all devices."
      footer={footer}
    >
      {link === 'unknown' ? (
        <p role="status">Checking your link...</p>
      ) : (
        <NewPasswordForm
          label="Set new password"
          save={(password) => resetPassword(token, password)}
          saved={resetText.changed}
          next="/login"
        >
          {({ failure }) => failure === resetText.invalid && askAgain}
        </NewPasswordForm>
      )}
    </AuthFrame>
  )
}

/** If the link can't be checked, the form is shown, and checks it when it's sent. */
function useLink(token: string): 'unknown' | 'usable' | 'useless' {
  const [known, setKnown] = useState<{ token: string; works: boolean }>()
  useEffect(() => {
    let isStale = false
    const tell = (works: boolean) => isStale || setKnown({ token, works })
    checkResetLink(token).then(
      () => tell(true),
      (error) => tell(!(error instanceof AuthError && error.code === 'INVALID_TOKEN')),
    )
    return () => {
      isStale = true
    }
  }, [token])
  if (known?.token !== token) return 'unknown'
  return known.works ? 'usable' : 'useless'
}

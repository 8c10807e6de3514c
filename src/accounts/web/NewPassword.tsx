import { Link } from 'react-router'
import { resetText } from '#/accounts/text.ts'
import { AuthFrame } from './AuthFrame.tsx'
import { resetPassword } from './auth.ts'
import { NewPasswordForm } from './NewPasswordForm.tsx'
import button from './SubmitButton.module.css'

/** Where the link of a mail leads. All sessions end with the change, so the next step is the login. */
export function NewPassword({ token, onAskAgain }: { token: string; onAskAgain: () => void }) {
  return (
    <AuthFrame
      title="Set a new password"
      lead="Choose one you use nowhere else. You will be logged out on all devices."
      footer={
        <>
          Remembered it? <Link to="/login">Log in</Link>
        </>
      }
    >
      <NewPasswordForm
        label="Set new password"
        save={(password) => resetPassword(token, password)}
        saved={resetText.changed}
        next="/login"
      >
        {({ failure }) =>
          failure === resetText.invalid && (
            <button type="button" className={button.quiet} onClick={onAskAgain}>
              Send me a new link
            </button>
          )
        }
      </NewPasswordForm>
    </AuthFrame>
  )
}

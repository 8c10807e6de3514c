import { resetText } from '#/accounts/text.ts'
import { AuthFrame } from './AuthFrame.tsx'
import { replacePassword, signIn } from './auth.ts'
import { NewPasswordForm } from './NewPasswordForm.tsx'
import button from './SubmitButton.module.css'

type Props = { email: string; current: string; onBack: () => void }

/** Lets a provider with a common password replace it, and continue the login. */
export default function ReplacePassword({ email, current, onBack }: Props) {
  async function save(password: string) {
    await replacePassword({ email, current, password })
    await signIn(email, password)
  }
  return (
    <AuthFrame isAnswer title="Choose another password" lead={resetText.commonAtLogin}>
      <NewPasswordForm label="Save and log in" save={save} saved={resetText.replaced} next="/dashboard">
        {({ busy }) => (
          <button type="button" className={button.plain} disabled={busy} onClick={onBack}>
            Back to login
          </button>
        )}
      </NewPasswordForm>
    </AuthFrame>
  )
}

import { useSearchParams } from 'react-router'
import { AskForReset } from './AskForReset.tsx'
import { NewPassword } from './NewPassword.tsx'

/** Asks where to send a link; opened with a link's token, asks for the new password. */
export default function ResetPasswordPage() {
  const [params, setParams] = useSearchParams()
  const token = params.get('token')
  return token ? (
    <NewPassword token={token} onAskAgain={() => setParams({}, { replace: true })} />
  ) : (
    <AskForReset />
  )
}

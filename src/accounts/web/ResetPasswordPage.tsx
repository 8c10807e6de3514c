import { useSearchParams } from 'react-router'
import { AskForReset } from './AskForReset.tsx'
import { NewPassword } from './NewPassword.tsx'

/** Without a link's token it asks where to send one; with it, for the new password. */
export default function ResetPasswordPage() {
  const [params, setParams] = useSearchParams()
  const token = params.get('token')
  return token ? (
    <NewPassword token={token} onAskAgain={() => setParams({}, { replace: true })} />
  ) : (
    <AskForReset />
  )
}

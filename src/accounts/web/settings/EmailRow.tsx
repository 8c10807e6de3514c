import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import type { OwnWaysIn } from '#/accounts/contract.ts'
import { emailText } from '#/accounts/text.ts'
import auth from '#/accounts/web/AuthFrame.module.css'
import { accounts } from '#/accounts/web/accounts.ts'
import { askToConfirm, askToConfirmAgain } from '#/accounts/web/auth.ts'
import { withProof } from '#/accounts/web/proof.ts'
import { emailRefusal } from '#/accounts/web/refusals.ts'
import { errorText } from '#/kernel/web/error-text.ts'
import { queryClient } from '#/kernel/web/query-client.ts'
import { toast } from '#/kernel/web/toast.ts'
import { useWrite } from '#/kernel/web/write.ts'
import { ChangeEmail } from './ChangeEmail.tsx'
import css from './settings.module.css'

const refresh = () => queryClient.invalidateQueries({ queryKey: accounts.query.ownWaysIn.key() })

/** Shows a person's email: to confirm it, to change it, and a change that is still pending. */
export function EmailRow({ ways: { email, emailConfirmed, pendingEmail } }: { ways: OwnWaysIn }) {
  const [changing, setChanging] = useState(false)
  const [sending, setSending] = useState(false)
  const [failure, setFailure] = useState('')

  async function send(ask: () => Promise<void>, done?: string) {
    setFailure('')
    setSending(true)
    try {
      await withProof(ask)
      setChanging(false)
      if (done) toast({ kind: 'success', message: done })
    } catch (error) {
      setFailure(emailRefusal(error))
    } finally {
      setSending(false)
      await refresh()
    }
  }
  const waits = pendingEmail !== null
  const isChange = email !== null && pendingEmail !== email
  const cancel = useWrite(accounts.call.cancelEmailChange, {
    onSuccess: async () => {
      toast({ kind: 'success', message: isChange ? emailText.cancelled : emailText.cancelledFirst })
      await refresh()
    },
    onError: (error) => setFailure(errorText(error, {}, emailText.cancelFailed)),
  })
  return (
    <li className={css.row}>
      <div className={css.what}>
        <strong>Email</strong>
        <span>
          {email ?? 'None'}
          {email && (emailConfirmed ? ', confirmed' : ', not confirmed')}
        </span>
      </div>
      <div className={css.buttons}>
        {email === null && !waits && <Link to="/verify-email">Add an email</Link>}
        {email !== null && !emailConfirmed && !waits && (
          <Button
            variant="default"
            aria-label="Confirm email"
            disabled={sending}
            onClick={() => send(() => askToConfirm(email))}
          >
            Confirm
          </Button>
        )}
        {email !== null && !changing && !waits && (
          <Button variant="default" aria-label="Change email" onClick={() => setChanging(true)}>
            Change
          </Button>
        )}
      </div>
      {waits && (
        <div className={css.waiting}>
          <p>{isChange ? emailText.waiting(pendingEmail) : emailText.waitingFirst(pendingEmail)}</p>
          <div className={css.buttons}>
            <Button
              variant="default"
              disabled={sending}
              onClick={() => send(askToConfirmAgain, emailText.sentAgain)}
            >
              {sending ? 'Sending...' : 'Send again'}
            </Button>
            <Button
              variant="default"
              aria-label={isChange ? 'Cancel the change of email' : 'Cancel the confirmation'}
              disabled={cancel.isPending}
              onClick={() => cancel.mutate({})}
            >
              {cancel.isPending ? 'Cancelling...' : 'Cancel'}
            </Button>
          </div>
        </div>
      )}
      {changing && !waits && (
        <ChangeEmail
          sending={sending}
          onSend={(next) => send(() => askToConfirm(next))}
          onCancel={() => {
            setFailure('')
            setChanging(false)
          }}
        />
      )}
      <p role="alert" className={`${auth.alert} ${css.wide}`}>
        {failure}
      </p>
    </li>
  )
}

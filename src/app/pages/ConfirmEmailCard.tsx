import { useState } from 'react'
import type { SessionUser } from '#/accounts/contract.ts'
import { emailText } from '#/accounts/text.ts'
import { sendConfirmation } from '#/accounts/web/index.ts'
import button from '#/kernel/web/button.module.css'
import { toast } from '#/kernel/web/toast.ts'
import css from './DashboardPage.module.css'

/** Asks for the confirmation of an email address: without it, mails say little and some things are limited. */
export function ConfirmEmailCard({ user: { email, hasUnconfirmedEmail } }: { user: SessionUser }) {
  const [state, setState] = useState<'idle' | 'sending' | 'sent'>('idle')
  if (!email || !hasUnconfirmedEmail) return null

  async function send(to: string) {
    setState('sending')
    const failure = await sendConfirmation(to)
    setState(failure ? 'idle' : 'sent')
    if (failure) toast({ kind: 'error', message: failure })
  }

  return (
    <section aria-labelledby="confirm-email" className={css.continue}>
      <div>
        <h2 id="confirm-email" className={css.setup}>
          Confirm your email
        </h2>
        <p role="status">
          {state === 'sent'
            ? emailText.sent(email)
            : `Until you open a link that we send to ${email}, our emails leave out the details, and some things are limited.`}
        </p>
      </div>
      <div className={css.ways}>
        <button
          type="button"
          className={button.primary}
          disabled={state === 'sending'}
          onClick={() => send(email)}
        >
          {state === 'sending' ? 'Sending...' : state === 'sent' ? 'Send it again' : 'Send the link'}
        </button>
      </div>
    </section>
  )
}

import { type ReactNode, useState } from 'react'
import { Navigate } from 'react-router'
import { phoneText } from '#/accounts/text.ts'
import { onDemand, useOnDemand } from '#/kernel/web/on-demand.ts'
import { toast } from '#/kernel/web/toast.ts'
import { AuthFrame } from './AuthFrame.tsx'
import { type Intent, signInByPhone } from './auth.ts'
import { useLeave } from './leave.ts'
import { useProviderNews } from './provider-news.ts'
import { SocialButtons } from './SocialButtons.tsx'
import button from './SubmitButton.module.css'
import { useSession } from './session.ts'
import css from './WaysIn.module.css'

const phone = onDemand(() => import('./PhoneSteps.tsx'))
const byPhone: Readonly<Record<Intent, string>> = {
  login: 'Login with Phone',
  signup: 'Sign up with Phone',
}

type Props = {
  intent: Intent
  title: string
  lead: string
  footer: ReactNode
  /** A login by email is under way, and decides itself where to go next. */
  busy: boolean
  /** The form for email and password. It stays, with what was typed, while another way is tried. */
  children: ReactNode
}

export function WaysIn({ intent, title, lead, footer, busy, children }: Props) {
  const [phoneWanted, setPhoneWanted] = useState(false)
  const [phoneBusy, setPhoneBusy] = useState(false)
  const { leaving, leave } = useLeave()
  const PhoneSteps = useOnDemand(phone, phoneWanted)
  const isPhone = phoneWanted && PhoneSteps !== undefined
  const failure = useProviderNews()
  async function enter(number: string, code: string) {
    setPhoneBusy(true)
    try {
      const { isNew } = await signInByPhone(number, code)
      toast({ kind: 'success', message: isNew ? phoneText.signedUp : phoneText.loggedIn })
      leave(isNew ? '/role-selection' : '/dashboard', 0)
    } catch (error) {
      setPhoneBusy(false)
      throw error
    }
  }

  const signedIn = useSession().state === 'signed-in'
  if (signedIn && !busy && !phoneBusy) return <Navigate to="/dashboard" replace />
  return (
    <AuthFrame
      title={isPhone ? byPhone[intent] : title}
      lead={isPhone ? 'We’ll send a code to your phone. You don’t need a password.' : lead}
      footer={footer}
    >
      <div hidden={isPhone}>
        {children}
        <p className={css.or}>or</p>
        <div className={css.others}>
          <SocialButtons intent={intent} disabled={busy} failure={failure} />
          <button
            type="button"
            className={button.quiet}
            disabled={busy}
            onClick={() => setPhoneWanted(true)}
            onPointerEnter={phone.prefetch}
            onFocus={phone.prefetch}
          >
            {byPhone[intent]}
          </button>
        </div>
      </div>
      {isPhone && (
        <PhoneSteps
          enter={enter}
          leaving={leaving}
          backLabel="Back to email"
          onBack={() => setPhoneWanted(false)}
        />
      )}
    </AuthFrame>
  )
}

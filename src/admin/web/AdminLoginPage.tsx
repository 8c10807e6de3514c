import { useState } from 'react'
import { Navigate, useLocation } from 'react-router'
import { idleMinutes } from '#/admin/rules.ts'
import { useDeskSession } from './frame/admin.ts'
import { DeskFrame } from './frame/DeskFrame.tsx'
import { AuthenticatorStep } from './login/AuthenticatorStep.tsx'
import { CodeStep } from './login/CodeStep.tsx'
import { PasswordStep } from './login/PasswordStep.tsx'
import css from './login/SignIn.module.css'

type Step = { name: 'password' } | { name: 'code' } | { name: 'authenticator'; password: string }

/** State of the history entry that led here: the session had timed out. */
export type EndedHere = { ended: true }

/** Asks for the password, then a code. The first login sets up the app that shows codes in between. */
export default function AdminLoginPage() {
  const [step, setStep] = useState<Step>({ name: 'password' })
  const ended = (useLocation().state as EndedHere | null)?.ended
  if (useDeskSession().state === 'signed-in') return <Navigate to="/admin-dashboard" replace />
  const startOver = () => setStep({ name: 'password' })
  return (
    <DeskFrame>
      <div className={css.card}>
        {step.name === 'password' && (
          <PasswordStep
            notice={ended && `Your session has ended, because you weren’t active for ${idleMinutes} minutes.`}
            onNext={(next, password) =>
              setStep(next === 'code' ? { name: 'code' } : { name: 'authenticator', password })
            }
          />
        )}
        {step.name === 'code' && <CodeStep onStartOver={startOver} />}
        {step.name === 'authenticator' && (
          <AuthenticatorStep password={step.password} onStartOver={startOver} />
        )}
      </div>
    </DeskFrame>
  )
}

import { useCallback, useEffect, useRef, useState } from 'react'
import { type Provider, providerNames, providers } from '#/accounts/providers.ts'
import { socialText } from '#/accounts/text.ts'
import { toast } from '#/kernel/web/toast.ts'
import auth from './AuthFrame.module.css'
import { beginSocial, type Intent } from './auth.ts'
import { socialReason } from './refusals.ts'
import button from './SubmitButton.module.css'
import { useWaysIn } from './use-ways-in.ts'
import css from './WaysIn.module.css'

type Props = {
  intent: Intent
  disabled: boolean
  /** The provider's error, if any. */
  failure: string
}

/** Offers Google and Facebook, one at a time. Both lead back to the role selection. */
export function SocialButtons({ intent, disabled, failure }: Props) {
  const setUp = useWaysIn()
  const { leavingFor, settle } = useOneAtATime()
  const [problem, setProblem] = useState('')
  async function begin(provider: Provider) {
    if (!settle(provider)) return
    const name = providerNames[provider]
    setProblem('')
    try {
      window.location.assign(await beginSocial(provider, intent))
    } catch (error) {
      const message = socialText.beginFailed(intent, name, socialReason(error, name))
      settle(undefined)
      setProblem(message)
      toast({ kind: 'error', title: socialText.failedTitle(name), message })
    }
  }

  return (
    <>
      <p role="alert" className={auth.alert}>
        {problem || failure}
      </p>
      {providers.map((provider) => {
        const name = providerNames[provider]
        const isOff = setUp?.[provider] === false
        return (
          <button
            key={provider}
            type="button"
            className={button.quiet}
            disabled={disabled || leavingFor !== undefined || isOff}
            data-off={isOff || undefined}
            onClick={() => begin(provider)}
          >
            <span aria-hidden="true" className={css.mark}>
              {name[0]}
            </span>
            <span className={css.labels}>
              <span className={isOff ? css.unsaid : undefined}>
                {leavingFor === provider ? `Going to ${name}...` : `Continue with ${name}`}
              </span>
              <span className={isOff ? undefined : css.unsaid}>{`${name} isn’t set up`}</span>
            </span>
          </button>
        )
      })}
    </>
  )
}

/** Makes `settle(provider)` return false while another login is under way; `settle(undefined)` ends it. */
function useOneAtATime() {
  const [leavingFor, setLeavingFor] = useState<Provider>()
  // State would come too late for a second click in the same moment.
  const current = useRef<Provider>(undefined)
  const settle = useCallback((provider: Provider | undefined): boolean => {
    if (provider && current.current) return false
    current.current = provider
    setLeavingFor(provider)
    return true
  }, [])
  useEffect(() => {
    // The browser may restore this page as it was left.
    const comeBack = ({ persisted }: PageTransitionEvent) => persisted && settle(undefined)
    window.addEventListener('pageshow', comeBack)
    return () => window.removeEventListener('pageshow', comeBack)
  }, [settle])
  return { leavingFor, settle }
}

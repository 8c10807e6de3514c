import { useEffect, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { providerFrom, providerNames } from '#/accounts/providers.ts'
import { proofText, socialText } from '#/accounts/text.ts'
import { toast } from '#/kernel/web/toast.ts'
import { socialCodeText } from './refusals.ts'

/**
 * Shows once how a login at a provider went, which the server puts into the URL, and removes it from there. Returns
 * what went wrong. `next` is where to go instead.
 */
export function useProviderNews(
  success?: (provider: string, isNew: boolean) => string,
  next?: string,
): string {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const [params] = useSearchParams()
  const [failure, setFailure] = useState('')
  const provider = providerFrom(params.get('by'))
  const error = params.get('error')
  const isNew = params.has('new')
  const isProof = params.has('proved')
  useEffect(() => {
    if (!provider) return
    const name = providerNames[provider]
    if (error) {
      const message = socialText.failed(name, socialCodeText(error, name))
      setFailure(message)
      toast({ kind: 'error', title: socialText.failedTitle(name), message })
    } else if (isProof) {
      toast({ kind: 'success', message: proofText.done })
    } else if (success) {
      toast({ kind: 'success', message: success(name, isNew) })
    }
    void navigate(next ?? pathname, { replace: true })
  }, [provider, error, isNew, isProof, success, next, pathname, navigate])
  return failure
}

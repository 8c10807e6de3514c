import { Button } from '@mantine/core'
import { useState } from 'react'
import { type Provider, providerNames } from '#/accounts/providers.ts'
import { socialText } from '#/accounts/text.ts'
import { beginLinking } from '#/accounts/web/auth.ts'
import { withProof } from '#/accounts/web/proof.ts'
import { socialReason } from '#/accounts/web/refusals.ts'
import { toast } from '#/kernel/web/toast.ts'

/** Goes to a provider, and comes back with it linked. */
export function LinkButton({ provider }: { provider: Provider }) {
  const [leaving, setLeaving] = useState(false)
  const name = providerNames[provider]
  async function link() {
    setLeaving(true)
    try {
      window.location.assign(await withProof(() => beginLinking(provider)))
    } catch (error) {
      setLeaving(false)
      const message = socialText.failed(name, socialReason(error, name))
      toast({ kind: 'error', title: socialText.failedTitle(name), message })
    }
  }
  return (
    <Button variant="default" aria-label={`Link ${name}`} disabled={leaving} onClick={link}>
      {leaving ? `Going to ${name}...` : 'Link'}
    </Button>
  )
}

import { useState } from 'react'
import { accountsText, tokensText } from '#/accounts/text.ts'
import type { ApiToken } from '#/accounts/token-contract.ts'
import { accounts } from '#/accounts/web/accounts.ts'
import { errorText } from '#/kernel/web/error-text.ts'
import { ConfirmButton } from '#/kernel/web/form/ConfirmButton.tsx'
import { queryClient } from '#/kernel/web/query-client.ts'
import { toast } from '#/kernel/web/toast.ts'
import { useWrite } from '#/kernel/web/write.ts'

export function RevokeToken({ token: { id, name } }: { token: ApiToken }) {
  const [asking, setAsking] = useState(false)
  const revoke = useWrite(accounts.call.revokeToken, {
    onSuccess: async () => {
      toast({ kind: 'success', message: tokensText.revoked })
      await queryClient.invalidateQueries({ queryKey: accounts.query.tokens.key() })
    },
    onError: (error) => {
      setAsking(false)
      toast({ kind: 'error', message: errorText(error, accountsText, tokensText.revokeFailed) })
    },
  })
  return (
    <ConfirmButton
      label="Revoke"
      spoken={`Revoke ${name}`}
      onOpen={() => setAsking(true)}
      opened={asking}
      onClose={() => setAsking(false)}
      title={`Revoke ${name}?`}
      reason="none"
      confirm="Revoke"
      busy="Revoking..."
      keep="Keep it"
      isBusy={revoke.isPending}
      onConfirm={() => revoke.mutate({ id })}
    >
      <p>{tokensText.revokeMeans}</p>
    </ConfirmButton>
  )
}

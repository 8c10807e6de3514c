import { useState } from 'react'
import type { WayIn } from '#/accounts/contract.ts'
import { accountsText, settingsText } from '#/accounts/text.ts'
import { accounts } from '#/accounts/web/accounts.ts'
import { withProof } from '#/accounts/web/proof.ts'
import { refreshSession } from '#/accounts/web/session.ts'
import { errorText } from '#/kernel/web/error-text.ts'
import { ConfirmButton } from '#/kernel/web/form/ConfirmButton.tsx'
import { queryClient } from '#/kernel/web/query-client.ts'
import { toast } from '#/kernel/web/toast.ts'
import { useWrite } from '#/kernel/web/write.ts'

export function RemoveWayIn({ way, name }: { way: WayIn; name: string }) {
  const [asking, setAsking] = useState(false)
  const call: typeof accounts.call.removeWayIn = (...asked) =>
    withProof(
      () => accounts.call.removeWayIn(...asked),
      () => setAsking(false),
    )
  const remove = useWrite(call, {
    onSuccess: async () => {
      toast({ kind: 'success', message: settingsText.removed(name) })
      await Promise.all([queryClient.invalidateQueries({ queryKey: accounts.query.key() }), refreshSession()])
    },
    onError: (error) => {
      setAsking(false)
      toast({ kind: 'error', message: errorText(error, accountsText, settingsText.removeFailed) })
    },
  })
  return (
    <ConfirmButton
      label="Remove"
      spoken={`Remove ${name}`}
      onOpen={() => setAsking(true)}
      opened={asking}
      onClose={() => setAsking(false)}
      title={`Remove ${name}?`}
      reason="none"
      confirm="Remove"
      busy="Removing..."
      keep="Keep it"
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate({ way })}
    >
      <p>You won’t be able to log in with it any more. You can add it again at any time.</p>
    </ConfirmButton>
  )
}

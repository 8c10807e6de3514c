import { Button, NativeSelect } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '#/kernel/web/error-text.ts'
import { ConfirmButton } from '#/kernel/web/form/ConfirmButton.tsx'
import { toast } from '#/kernel/web/toast.ts'
import { useWrite } from '#/kernel/web/write.ts'
import type { Method } from '#/payments/contract.ts'
import { methodLabel } from '#/payments/rules.ts'
import { paymentsText } from '#/payments/text.ts'
import css from './Methods.module.css'
import { payments, reloadPayments } from './payments.ts'

type Props = { method: Method; others: Method[] }

const failed = (error: Error) =>
  toast({ kind: 'error', title: 'Error', message: errorText(error, paymentsText) })

export function MethodRow({ method, others }: Props) {
  const client = useQueryClient()
  const [asking, setAsking] = useState(false)
  const [chosen, setReplacement] = useState<string>()
  // The list may have changed in another tab.
  const replacement = others.some(({ id }) => id === chosen) ? chosen : others[0]?.id
  const label = methodLabel(method)
  const makeDefault = useWrite(payments.call.setDefaultMethod, {
    onSuccess: () => reloadPayments(client),
    onError: failed,
  })
  const remove = useWrite(payments.call.removeMethod, {
    onSuccess: () => {
      setAsking(false)
      toast({ kind: 'success', title: 'Removed', message: `${label} is no longer saved.` })
      return reloadPayments(client)
    },
    onError: (error) => {
      failed(error)
      setAsking(false)
      void reloadPayments(client)
    },
  })
  const isUsed = method.charges > 0
  const isNeeded = isUsed && others.length === 0 && method.isUsable
  return (
    <div className={css.method}>
      <p className={css.label}>
        <strong>{label}</strong>
        {method.isDefault && method.isUsable && <span className={css.default}>Default</span>}
        {!method.isUsable && <small>This can no longer be charged here.</small>}
        {isUsed && (
          <small>
            {method.charges === 1 ? 'One upcoming payment' : `${method.charges} upcoming payments`} will be
            charged to it
          </small>
        )}
      </p>
      <div className={css.buttons}>
        {!method.isDefault && method.isUsable && (
          <Button
            variant="default"
            aria-label={`Set default: ${label}`}
            disabled={makeDefault.isPending}
            onClick={() => makeDefault.mutate({ id: method.id })}
          >
            {makeDefault.isPending ? 'Saving...' : 'Set default'}
          </Button>
        )}
        <ConfirmButton
          label="Remove"
          spoken={`Remove ${label}`}
          onOpen={() => setAsking(true)}
          opened={asking}
          title={`Remove ${label}?`}
          reason="none"
          confirm={isNeeded ? 'Close' : 'Remove'}
          busy="Removing..."
          keep="Keep"
          isBusy={remove.isPending}
          onConfirm={() => {
            if (isNeeded) return setAsking(false)
            remove.mutate({
              id: method.id,
              ...(isUsed && replacement && { replaceWith: replacement as Method['id'] }),
            })
          }}
          onClose={() => setAsking(false)}
        >
          {!isUsed ? (
            <p>You can save it again at any time.</p>
          ) : isNeeded ? (
            <p>
              Upcoming payments will be charged to it. Please add another method first, then remove this one.
            </p>
          ) : others.length === 0 ? (
            <p>We’ll ask you to pay what would have been charged to it.</p>
          ) : (
            <NativeSelect
              label="Charge upcoming payments to"
              value={replacement}
              onChange={(event) => setReplacement(event.currentTarget.value)}
              data={others.map((other) => ({ value: other.id, label: methodLabel(other) }))}
            />
          )}
        </ConfirmButton>
      </div>
    </div>
  )
}

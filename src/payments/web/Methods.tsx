import { Button, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { errorText } from '#/kernel/web/error-text.ts'
import { toast } from '#/kernel/web/toast.ts'
import { useWrite } from '#/kernel/web/write.ts'
import { upiPattern } from '#/payments/rules.ts'
import { methodsFailedText, paymentsText } from '#/payments/text.ts'
import { MethodRow } from './MethodRow.tsx'
import css from './Methods.module.css'
import { payments, reloadPayments } from './payments.ts'
import { useMethods } from './use-methods.ts'

const failed = (error: Error) =>
  toast({ kind: 'error', title: 'Error', message: errorText(error, paymentsText) })

/** Lists and adds methods. Card numbers are entered at the gateway, never here. */
export function Methods() {
  const { data, isError, refetch, isFetching } = useMethods()
  if (!data)
    return isError && !isFetching ? (
      <div className={css.message} role="alert">
        <p>{methodsFailedText}</p>
        <Button onClick={() => refetch()}>Retry</Button>
      </div>
    ) : (
      <div role="status" aria-label="Loading payment methods" className={css.list}>
        <div className={css.ghost} />
        <div className={css.ghost} />
      </div>
    )
  const { methods, offered, isSandbox, chargesByItself, takesUpiId } = data
  return (
    <>
      {isSandbox && <p className={css.sandbox}>Payments are in test mode here: no real money moves.</p>}
      {methods.length === 0 ? (
        chargesByItself && <p className={css.none}>No payment methods yet.</p>
      ) : (
        <ul className={css.list}>
          {methods.map((method) => (
            <li key={method.id}>
              <MethodRow
                method={method}
                others={methods.filter(({ id, isUsable }) => isUsable && id !== method.id)}
              />
            </li>
          ))}
        </ul>
      )}
      {!chargesByItself && (
        <p className={css.none}>You don’t need to save anything: you’ll choose how to pay when you pay.</p>
      )}
      {offered.length > 0 && <AddMethod offered={offered} takesUpiId={takesUpiId} />}
    </>
  )
}

function AddMethod({ offered, takesUpiId }: { offered: readonly ('card' | 'upi')[]; takesUpiId: boolean }) {
  const client = useQueryClient()
  const [upiId, setUpiId] = useState<string | null>(null)
  const [problem, setProblem] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  const add = useWrite(payments.call.addMethod, {
    onSuccess: ({ goTo }) => window.location.assign(goTo),
    onError: (error) => {
      failed(error)
      void reloadPayments(client)
    },
  })
  const busy = add.isPending || add.isSuccess

  function addUpi(event: FormEvent) {
    event.preventDefault()
    if (!upiPattern.test(upiId!.trim())) {
      setProblem('Please enter a UPI ID such as name@okbank.')
      field.current?.focus()
      return
    }
    add.mutate({ methodType: 'upi', upiId: upiId!.trim() })
  }

  return (
    <div className={css.add}>
      <div className={css.buttons}>
        {offered.includes('card') && (
          <Button onClick={() => add.mutate({ methodType: 'card' })} disabled={busy}>
            {busy && upiId === null ? 'Opening...' : 'Add card'}
          </Button>
        )}
        {offered.includes('upi') && upiId === null && (
          <Button
            variant="default"
            onClick={() => (takesUpiId ? setUpiId('') : add.mutate({ methodType: 'upi' }))}
            disabled={busy}
          >
            Add UPI
          </Button>
        )}
      </div>
      {upiId !== null && (
        <form onSubmit={addUpi} className={css.upi} noValidate>
          <TextInput
            ref={field}
            label="UPI ID"
            placeholder="name@okbank"
            autoComplete="off"
            autoCapitalize="none"
            inputMode="email"
            spellCheck={false}
            data-autofocus
            autoFocus
            value={upiId}
            error={problem}
            onChange={(event) => {
              setUpiId(event.currentTarget.value)
              if (problem && upiPattern.test(event.currentTarget.value.trim())) setProblem(undefined)
            }}
          />
          <div className={css.buttons}>
            <Button variant="default" onClick={() => setUpiId(null)} disabled={busy}>
              Cancel
            </Button>
            <Button type="submit" disabled={busy}>
              {busy ? 'Opening...' : 'Save UPI ID'}
            </Button>
          </div>
        </form>
      )}
    </div>
  )
}

import { Button, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type SyntheticEvent, useRef, useState } from 'react'
import { errorText } from '#/kernel/web/error-text.ts'
import { toast } from '#/kernel/web/toast.ts'
import { useWrite } from '#/kernel/web/write.ts'
import type { Dispensing } from '#/shop/prescriptions.ts'
import { shopText } from '#/shop/text.ts'
import orderCss from '#/shop/web/orders/Checkout.module.css'
import { shop } from '#/shop/web/shop.ts'
import css from './Prescriptions.module.css'

/** Asks for the batch and expiry of each approved medicine, and marks the order as packed. */
export function PackForm({ check: { id, lines } }: { check: Dispensing }) {
  const approved = lines.filter(({ status }) => status === 'approved')
  const [entered, setEntered] = useState<Readonly<Record<string, string>>>({})
  const [tried, setTried] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const client = useQueryClient()
  const reload = () => client.invalidateQueries({ queryKey: shop.query.dispensings.key() })
  const pack = useWrite(shop.call.packDispensed, {
    onSuccess() {
      toast({ kind: 'success', message: 'Marked as packed. Send it under My orders.' })
      return reload()
    },
    onError: reload,
  })
  const of = (name: string) => entered[name]?.trim() ?? ''
  function submit(event: SyntheticEvent) {
    event.preventDefault()
    setTried(true)
    const names = approved.flatMap((line) => [`batch-${line.id}`, `expiry-${line.id}`])
    const missing = names.find((name) => !of(name))
    if (missing) return form.current?.querySelector<HTMLInputElement>(`[name="${missing}"]`)?.focus()
    pack.mutate({
      id,
      lines: approved.map((line) => ({
        id: line.id,
        batch: of(`batch-${line.id}`),
        expiresOn: of(`expiry-${line.id}`),
      })),
    })
  }
  const field = (name: string) => ({
    name,
    withAsterisk: true,
    value: entered[name] ?? '',
    autoComplete: 'off',
    error: tried && !of(name) ? 'Required' : undefined,
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      setEntered({ ...entered, [name]: value }),
  })
  return (
    <form ref={form} className={css.form} noValidate onSubmit={submit}>
      {approved.map((line) => (
        <fieldset key={line.id} className={orderCss.group}>
          <legend>
            {line.quantity} × {line.name}
          </legend>
          <div className={css.pair}>
            <TextInput label="Batch no." maxLength={40} {...field(`batch-${line.id}`)} />
            <TextInput label="Expiry" type="date" {...field(`expiry-${line.id}`)} />
          </div>
        </fieldset>
      ))}
      {pack.isError && <p role="alert">{errorText(pack.error, shopText)}</p>}
      <div>
        <Button type="submit" aria-disabled={pack.isPending}>
          {pack.isPending ? 'Saving...' : 'Mark as packed'}
        </Button>
      </div>
    </form>
  )
}

import { Button, TextInput } from '@mantine/core'
import { type SyntheticEvent, useRef, useState } from 'react'
import { errorText } from '#/kernel/web/error-text.ts'
import { shopText } from '#/shop/text.ts'
import css from './Checkout.module.css'

type Sent = { carrier: string; tracking: string }
type Props = {
  send: string
  writing: { isPending: boolean; isError: boolean; error: unknown }
  onSend: (sent: Sent) => void
}

/** Asks how a parcel was sent: its carrier and tracking number. */
export function TrackingForm({ send, writing, onSend }: Props) {
  const [sent, setSent] = useState<Sent>({ carrier: '', tracking: '' })
  const [tried, setTried] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const problemOf = (value: string) => (tried && !value.trim() ? 'Required' : undefined)
  function submit(event: SyntheticEvent) {
    event.preventDefault()
    setTried(true)
    const missing = (['carrier', 'tracking'] as const).find((name) => !sent[name].trim())
    if (missing) return form.current?.querySelector<HTMLInputElement>(`[name=${missing}]`)?.focus()
    onSend(sent)
  }
  return (
    <form ref={form} className={css.main} noValidate onSubmit={submit}>
      <div className={css.fields}>
        {(['carrier', 'tracking'] as const).map((name) => (
          <TextInput
            key={name}
            name={name}
            label={name === 'carrier' ? 'Carrier' : 'Tracking number'}
            withAsterisk
            autoComplete="off"
            maxLength={60}
            value={sent[name]}
            error={problemOf(sent[name])}
            onChange={({ currentTarget: { value } }) => setSent({ ...sent, [name]: value })}
          />
        ))}
      </div>
      {writing.isError && <p role="alert">{errorText(writing.error, shopText)}</p>}
      <div className={css.actions}>
        <Button type="submit" aria-disabled={writing.isPending}>
          {writing.isPending ? 'Saving...' : send}
        </Button>
      </div>
    </form>
  )
}

import { useId, useState } from 'react'
import { formatMoney, type Money } from '#/kernel/money.ts'
import button from '#/kernel/web/button.module.css'
import { read } from '#/kernel/web/read.ts'
import { pinPattern } from '#/shop/rules.ts'
import css from './DeliveryCheck.module.css'

type Answer = {
  isServed: boolean
  seller: string
  days: { from: number; to: number }
  fee: Money
  freeFrom: Money
}
type Said = { pin: string; answer: Answer | 'failed' | 'asking' }

const storageKey = 'pawfolk-pin'
const wrongPin = 'Please enter 6 digits. PIN codes don’t start with 0.'

function keptPin(): string {
  try {
    return localStorage.getItem(storageKey) ?? ''
  } catch {
    return ''
  }
}

/** Asks whether a product is delivered to a PIN code, which this browser remembers for the next product. */
export function DeliveryCheck({ productId }: { productId: string }) {
  const id = useId()
  const [pin, setPin] = useState(keptPin)
  const [problem, setProblem] = useState<string>()
  const [said, setSaid] = useState<Said>()

  async function check() {
    const typed = pin.replace(/\s/g, '')
    if (!pinPattern.test(typed)) {
      setSaid(undefined)
      setProblem(wrongPin)
      document.querySelector<HTMLInputElement>('[name=pin]')?.focus()
      return
    }
    setProblem(undefined)
    setSaid({ pin: typed, answer: 'asking' })
    try {
      localStorage.setItem(storageKey, typed)
    } catch {
      // Asked again on the next product.
    }
    const answer = await read<Answer>(`/api/shop/products/${productId}/delivery?pin=${typed}`).catch(
      () => 'failed' as const,
    )
    setSaid({ pin: typed, answer })
  }

  return (
    <form
      className={css.check}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (said?.answer !== 'asking') void check()
      }}
    >
      <label className={css.field}>
        Delivered to you?
        <input
          name="pin"
          className={css.input}
          value={pin}
          inputMode="numeric"
          autoComplete="postal-code"
          maxLength={8}
          placeholder="PIN code"
          aria-invalid={problem !== undefined}
          aria-describedby={id}
          onChange={({ target }) => {
            setPin(target.value)
            if (problem && pinPattern.test(target.value.replace(/\s/g, ''))) setProblem(undefined)
          }}
        />
      </label>
      <button type="submit" className={button.quiet}>
        {said?.answer === 'asking' ? 'Checking...' : 'Check'}
      </button>
      <p id={id} role="status" className={problem ? css.problem : css.said}>
        {problem ?? (said && sentence(said))}
      </p>
    </form>
  )
}

function sentence({ pin, answer }: Said): string {
  if (answer === 'asking') return ''
  if (answer === 'failed') return 'We couldn’t check. Please try again.'
  const { isServed, seller, days, fee, freeFrom } = answer
  if (!isServed) return `${seller} doesn’t deliver to ${pin}.`
  const when = days.from === days.to ? `${days.to} days` : `${days.from} to ${days.to} days`
  return `${seller} delivers to ${pin} in ${when}. Delivery costs ${formatMoney(fee)}, and nothing from ${formatMoney(freeFrom)}.`
}

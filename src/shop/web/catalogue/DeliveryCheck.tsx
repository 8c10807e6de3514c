import { useId, useState } from 'react'
import { formatMoney, type Money } from '#/kernel/money.ts'
import button from '#/kernel/web/button.module.css'
import { read } from '#/kernel/web/read.ts'
import { pinPattern } from '#/shop/rules.ts'
import { daysText } from '#/shop/web/words.ts'
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
    const refuse = (text: string) => {
      setSaid(undefined)
      setProblem(text)
      document.querySelector<HTMLInputElement>('[name=pin]')?.focus()
    }
    if (!pinPattern.test(typed)) return refuse('Please enter 6 digits. PIN codes don’t start with 0.')
    setProblem(undefined)
    setSaid({ pin: typed, answer: 'asking' })
    // Loaded on demand, because few visitors check.
    const codes = await import('#/shop/pin-codes.ts').catch(() => undefined)
    if (codes && !codes.isPinBeginning(typed)) return refuse(codes.unknownPinText)
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
  return `${seller} delivers to ${pin} in ${daysText(days)}. Delivery costs ${formatMoney(fee)}, and nothing from ${formatMoney(freeFrom)}.`
}

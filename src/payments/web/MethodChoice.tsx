import { Button } from '@mantine/core'
import { useEffect, useEffectEvent } from 'react'
import { type Charging, chargeHoursOf, methodLabel, plainCharging } from '#/payments/rules.ts'
import { methodsFailedText } from '#/payments/text.ts'
import css from './MethodChoice.module.css'
import { useMethods } from './use-methods.ts'

type Props = {
  /** '': none chosen yet; null: none needed, because owners are asked to pay. */
  value: string | null
  /** `charging`: null if the owner is asked to pay. */
  onChange(methodId: string | null, charging: Charging | null): void
  /** The lowest price in minor units, as far as it is known. */
  amount: number
  /** The thing to pay for: 'a teleconsultation'. */
  what: string
}

/** Chooses the saved method to charge. "Add" opens another tab, so that nothing typed in the form is lost. */
export function MethodChoice({ value, onChange, amount, what }: Props) {
  const { data, isError, refetch } = useMethods()
  const charging = data ? data.charging : plainCharging
  const isNeeded = chargeHoursOf(charging, amount) !== null
  const methods = data?.methods.filter(({ isUsable }) => isUsable)
  const known = methods?.some(({ id }) => id === value)
  const first = methods?.[0]?.id
  const isLoaded = methods !== undefined
  const choose = useEffectEvent(onChange)
  useEffect(() => {
    if (!isNeeded) choose(null, null)
    else if (isLoaded) choose(known ? value : (first ?? ''), charging)
  }, [isNeeded, isLoaded, known, first, value, charging])

  if (!methods)
    return isError ? (
      <div role="alert" className={css.none}>
        <p>{methodsFailedText}</p>
        <Button variant="default" onClick={() => refetch()}>
          Retry
        </Button>
      </div>
    ) : (
      <div className={css.ghost} role="status" aria-label="Loading payment methods" />
    )
  if (!isNeeded)
    return <p className={css.asked}>You’ll choose a payment method when you pay. We’ll remind you in time.</p>
  if (methods.length === 0)
    return (
      <div role="alert" className={css.none}>
        <p>
          <strong>No Payment Method Found</strong> You need to add a payment method before booking {what}.
        </p>
        <Button component="a" href="/payments" target="_blank" rel="opener">
          Add Payment Method
        </Button>
      </div>
    )
  return (
    <fieldset className={css.choice}>
      <legend>Payment method</legend>
      {methods.map((method) => (
        <label key={method.id} className={css.method}>
          <input
            type="radio"
            name="payment-method"
            value={method.id}
            checked={value === method.id}
            onChange={() => onChange(method.id, charging)}
          />
          {methodLabel(method)}
          {method.isDefault && <small>Default</small>}
        </label>
      ))}
      <a className={css.add} href="/payments" target="_blank" rel="noopener opener">
        Add another payment method
      </a>
    </fieldset>
  )
}

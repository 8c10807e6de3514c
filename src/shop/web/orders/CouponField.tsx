import { Button, TextInput } from '@mantine/core'
import { Link } from 'react-router'
import { loginSettingsPath } from '#/accounts/rules.ts'
import { formatMoney } from '#/kernel/money.ts'
import { couponTextMaximum } from '#/shop/coupons.ts'
import type { Checkout } from '#/shop/orders.ts'
import css from './Checkout.module.css'
import { couponProblemText } from './words.ts'

type Props = {
  checkout: Pick<Checkout, 'coupon' | 'discount'>
  text: string
  wrong: string | undefined
  isBusy: boolean
  onType(text: string): void
  /** Null removes it. */
  onApply(code: string | null): void
}

/** Takes one coupon, and says what is wrong with it. */
export function CouponField({ checkout: { coupon, discount }, text, wrong, isBusy, onType, onApply }: Props) {
  if (coupon && !coupon.problem)
    return (
      <div className={css.coupon}>
        <p role="status">
          Coupon {coupon.code} takes {formatMoney(discount)} off.
        </p>
        <Button
          variant="default"
          aria-label={`Remove coupon ${coupon.code}`}
          aria-disabled={isBusy}
          onClick={() => isBusy || onApply(null)}
        >
          Remove
        </Button>
      </div>
    )
  const apply = () => {
    if (!isBusy && text.trim()) onApply(text)
  }
  return (
    <div className={css.coupon}>
      <TextInput
        label="Coupon"
        name="coupon"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={couponTextMaximum}
        value={text}
        error={wrong ?? (coupon?.problem && <Problem problem={coupon.problem} />)}
        onChange={({ currentTarget }) => onType(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          // Otherwise it places the order.
          event.preventDefault()
          apply()
        }}
      />
      <Button variant="default" aria-disabled={isBusy} onClick={apply}>
        {isBusy ? 'Checking...' : 'Apply'}
      </Button>
      {coupon && (
        <Button
          variant="default"
          aria-label={`Remove coupon ${coupon.code}`}
          aria-disabled={isBusy}
          onClick={() => isBusy || onApply(null)}
        >
          Remove
        </Button>
      )}
    </div>
  )
}

function Problem({ problem }: { problem: NonNullable<NonNullable<Checkout['coupon']>['problem']> }) {
  const text = couponProblemText(problem)
  if (problem.kind !== 'unconfirmed') return text
  return (
    <>
      {text} <Link to={loginSettingsPath}>Confirm now</Link>
    </>
  )
}

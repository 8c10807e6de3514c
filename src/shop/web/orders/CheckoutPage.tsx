import { Button, Radio, TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { useSession } from '#/accounts/web/index.ts'
import { formatMoney } from '#/kernel/money.ts'
import { Drawing } from '#/kernel/web/Drawing.tsx'
import { errorCode, errorText } from '#/kernel/web/error-text.ts'
import { onDemand, useOnDemand } from '#/kernel/web/on-demand.ts'
import { useWrite } from '#/kernel/web/write.ts'
import { usePay } from '#/payments/web/index.ts'
import type { Address, Checkout, Problem, WayToPay } from '#/shop/orders.ts'
import { isPinBeginning } from '#/shop/pin-codes.ts'
import { pinPattern } from '#/shop/rules.ts'
import type { StateCode } from '#/shop/states.ts'
import { shopText } from '#/shop/text.ts'
import { readCart, takeLeftOut } from '#/shop/web/cart/cart-store.ts'
import { leftOutText } from '#/shop/web/cart/changes.ts'
import {
  type Choosing,
  choicesOf,
  keepInCart,
  keepName,
  leftOut,
  medicinesOf,
} from '#/shop/web/prescriptions/choosing.ts'
import { shop } from '#/shop/web/shop.ts'
import { AddressForm, type Fields, fieldNames, type Wrong, wrongIn } from './AddressForm.tsx'
import { CashChoice, useConfirmPhone } from './CashChoice.tsx'
import css from './Checkout.module.css'
import { CheckoutParcels } from './CheckoutParcels.tsx'
import { CouponField } from './CouponField.tsx'
import { keepCheckout, readCheckout } from './checkout-draft.ts'
import { keptText, problemText } from './words.ts'

const prescriptionStep = onDemand(() => import('#/shop/web/prescriptions/PrescriptionStep.tsx'))
const aboutPrescription: readonly string[] = ['prescription', 'other_pet', 'expired', 'refills']

/** Returns what the server found wrong with prescriptions, by variant. */
function problemsOf(error: unknown): Record<string, string> {
  const { data } = error as { data?: { problems?: { variantId: string; kind: Problem['kind'] }[] } }
  const found = (data?.problems ?? []).filter(({ kind }) => aboutPrescription.includes(kind))
  return Object.fromEntries(
    found.map(({ variantId, kind }) => [
      variantId,
      problemText({ problem: { kind }, price: { amount: 0, currency: 'INR' } }, '') ?? '',
    ]),
  )
}

type Priced = Pick<Parameters<typeof shop.call.checkout>[0], 'pin' | 'state' | 'pays' | 'without'>

const keyOf = ({ pin, state, pays, without }: Priced) => JSON.stringify([pin, state, pays, without])

export default function CheckoutPage() {
  const { user } = useSession()
  const navigate = useNavigate()
  const page = useRef<HTMLFormElement>(null)
  const [draft] = useState(() => readCheckout(user?.id))
  const [fields, setFields] = useState(draft.fields)
  const [gstin, setGstin] = useState(draft.gstin)
  const [gstinWrong, setGstinWrong] = useState<string>()
  const [pays, setPays] = useState(draft.pays)
  const [wrong, setWrong] = useState<Wrong>({})
  const [checkout, setCheckout] = useState<Checkout>()
  const [problem, setProblem] = useState<string>()
  const isFilled = useRef(false)
  const pin = pinPattern.test(fields.pin) && isPinBeginning(fields.pin) ? fields.pin : null
  const state = (fields.state || null) as StateCode | null
  const [choosing, setChoosing] = useState<Choosing>({})
  const [unchosen, setUnchosen] = useState<Readonly<Record<string, string>>>({})
  const [couponText, setCouponText] = useState<string>()
  const [couponWrong, setCouponWrong] = useState<string>()
  const without = leftOut(choosing)
  const withoutIds = without.join()
  const latest = useRef({ pin, state, pays, without })
  latest.current = { pin, state, pays, without }
  /** The address and choices that the shown prices are for. */
  const [pricedFor, setPricedFor] = useState<string>()
  /** The total that the buyer saw when they placed the order, while it is being priced again. */
  const [placing, setPlacing] = useState<number>()
  const [leftBehind, setLeftBehind] = useState<string | null>(null)
  const [isCashLost, setIsCashLost] = useState(false)

  const price = useWrite(shop.call.checkout, {
    onSuccess(answer, asked) {
      const { pays } = latest.current
      // Ignores an answer about an address that has changed since.
      if (keyOf(asked) !== keyOf(latest.current)) return
      setPricedFor(keyOf(asked))
      setCheckout(answer)
      // Also one of an earlier visit.
      setCouponText((now) => (answer.coupon?.problem ? (now ?? answer.coupon.code) : now))
      if (answer.noCash && pays === 'cash') {
        setPays('online')
        setIsCashLost(true)
      }
      if (isFilled.current) return
      isFilled.current = true
      const [last] = answer.addresses
      setFields((now) =>
        fieldNames.some((name) => now[name]) ? now : last ? { ...last } : { ...now, name: user?.name ?? '' },
      )
    },
    onError(_error, asked) {
      if (keyOf(asked) === keyOf(latest.current)) setPlacing(undefined)
    },
  })
  const field = (name: string) =>
    page.current?.querySelector<HTMLInputElement | HTMLSelectElement>(`[name="${name}"]`)
  const place = useWrite(shop.call.placeOrder, {
    onSuccess({ id, paymentId }) {
      if (user) keepCheckout(user.id, null)
      // Going back from the gateway's page leads to the order.
      navigate(`/order-confirmation/${id}`, { replace: true })
      if (user) void readCart(user.id)
      if (paymentId) pay(paymentId)
    },
    onError(error) {
      const text = errorText(error, shopText)
      if (errorCode(error) === 'shop.gstin_wrong') {
        setGstinWrong(text)
        return field('gstin')?.focus()
      }
      if (errorCode(error) === 'shop.pin_in_other_state') {
        setWrong({ state: text })
        return field('state')?.focus()
      }
      const wrongPrescriptions = problemsOf(error)
      setProblem(text)
      setUnchosen(wrongPrescriptions)
      const first = medicines.find(({ variantId }) => wrongPrescriptions[variantId])
      if (first) field(`prescription-${first.variantId}`)?.focus()
      price.mutate(latest.current)
    },
  })
  const { pay } = usePay()
  const confirming = useConfirmPhone(() => {
    // Pays in cash once the server agrees.
    setPays('cash')
    price.mutate({ ...latest.current, pays: 'cash' })
  })
  const medicines = checkout ? medicinesOf(checkout) : []
  const PrescriptionStep = useOnDemand(prescriptionStep, medicines.length > 0)

  const userId = user?.id
  useEffect(() => {
    if (userId && isFilled.current && !place.isSuccess) keepCheckout(userId, { fields, gstin, pays })
  }, [userId, fields, gstin, pays, place.isSuccess])

  // biome-ignore lint/correctness/useExhaustiveDependencies: asks again for another address or way to pay
  useEffect(() => {
    if (!userId) return
    // A guest's cart comes along first.
    void readCart(userId)
      .catch(() => undefined)
      .then(() => {
        setLeftBehind((now) => leftOutText(takeLeftOut()) ?? now)
        price.mutate({ pin, state, pays, without })
      })
  }, [userId, pin, state, pays, withoutIds])

  const isPriced = !price.isPending && pricedFor === keyOf(latest.current)
  // biome-ignore lint/correctness/useExhaustiveDependencies: places the order once its price is known
  useEffect(() => {
    if (placing === undefined || !checkout || !isPriced) return
    setPlacing(undefined)
    if (checkout.total.amount === placing) return send(checkout)
    const total = formatMoney(checkout.total)
    setProblem(`The total is now ${total}. Please check your order before you place it.`)
  }, [placing, isPriced])

  function change(next: Fields) {
    setFields(next)
    // A corrected field loses its problem at once; the others are checked at the next try.
    const found = wrongIn(next)
    setWrong(
      Object.fromEntries(
        Object.keys(wrong).flatMap((name) => {
          const text = found[name as keyof Wrong]
          return text ? [[name, text]] : []
        }),
      ),
    )
  }

  function submit() {
    setProblem(undefined)
    setGstinWrong(undefined)
    const found = wrongIn(fields)
    setWrong(found)
    const first = fieldNames.find((name) => found[name])
    if (first) return field(first)?.focus()
    const missing = medicines
      .map(({ variantId }) => variantId)
      .filter((id) => choosing[id]?.key !== keepInCart && !(choosing[id]?.key && choosing[id].petId))
    setUnchosen(Object.fromEntries(missing.map((id) => [id, 'Please choose or upload a prescription'])))
    if (missing[0]) {
      const possible = [`pet-${missing[0]}`, `prescription-${missing[0]}`, keepName]
      return possible
        .map(field)
        .find((one) => one?.value === '')
        ?.focus()
    }
    if (!checkout?.id) return
    if (isPriced) return send(checkout)
    setPlacing(checkout.total.amount)
    // Otherwise it's under way.
    if (price.isError) price.mutate(latest.current)
  }

  function send(checkout: Checkout) {
    if (!checkout.id) return
    if (checkout.coupon?.problem || (couponText?.trim() && !checkout.coupon)) {
      if (!checkout.coupon) setCouponWrong('Please choose Apply, or empty this field.')
      return field('coupon')?.focus()
    }
    const lines = checkout.sellers.flatMap((seller) => seller.lines).filter(({ quantity }) => quantity > 0)
    place.mutate({
      checkoutId: checkout.id,
      address: fields as Address,
      pays,
      gstin: gstin.trim() || null,
      lines: lines.map(({ variantId, quantity, price }) => ({ variantId, quantity, price: price.amount })),
      total: checkout.total.amount,
      prescriptions: choicesOf(choosing),
    })
  }

  if (!checkout)
    return (
      <div className={css.page}>
        <h1>Checkout</h1>
        {price.isError ? (
          <div className={css.empty}>
            <Drawing name="something-went-wrong" />
            <p>{errorText(price.error, shopText)}</p>
            <Button onClick={() => price.mutate(latest.current)}>Retry</Button>
          </div>
        ) : (
          <div className={css.ghost} role="status" aria-label="Loading" />
        )}
      </div>
    )
  if (checkout.sellers.length === 0)
    return (
      <div className={css.page}>
        <h1>Checkout</h1>
        <div className={css.empty}>
          <Drawing name="pet-merchandise" width={220} />
          <p>Your cart is empty.</p>
          <Button component={Link} to="/merchandise">
            Look at products
          </Button>
        </div>
      </div>
    )
  const isBusy = place.isPending || place.isSuccess
  return (
    <>
      <form
        ref={page}
        className={css.page}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <h1>Checkout</h1>
        <div className={css.columns}>
          <div className={css.main}>
            <section className={css.card} aria-label="Address">
              <h2>Where should it go?</h2>
              <AddressForm fields={fields} wrong={wrong} saved={checkout.addresses} onChange={change} />
            </section>
            <div role="status">{leftBehind && <p className={css.notice}>{leftBehind}</p>}</div>
            <CheckoutParcels checkout={checkout} pin={fields.pin} />
            {PrescriptionStep && (
              <PrescriptionStep
                medicines={medicines}
                choosing={choosing}
                wrong={unchosen}
                onChange={(variantId, choice) => {
                  setChoosing((now) => ({ ...now, [variantId]: choice }))
                  setUnchosen(({ [variantId]: _, ...others }) => others)
                }}
              />
            )}
            <section className={css.card} aria-label="Payment">
              <Radio.Group
                label="How do you want to pay?"
                value={pays}
                onChange={(value) => {
                  setPays(value as WayToPay)
                  setIsCashLost(false)
                }}
              >
                <div className={css.fields}>
                  <Radio value="online" label="UPI or card" />
                  <CashChoice noCash={checkout.noCash} fee="₹19 more for each seller" />
                </div>
              </Radio.Group>
              {checkout.noCash === 'phone' && confirming.button}
              <p role="status" className={css.soft}>
                {isCashLost && 'This order can’t be paid in cash, so we’ve switched to UPI or card.'}
              </p>
              <TextInput
                label="GSTIN"
                name="gstin"
                description="Only if you need a receipt for your business"
                maxLength={40}
                value={gstin}
                error={gstinWrong}
                onChange={({ currentTarget }) => setGstin(currentTarget.value)}
              />
            </section>
          </div>
          <Summary checkout={checkout} pays={pays}>
            <CouponField
              checkout={checkout}
              text={couponText ?? ''}
              wrong={couponWrong}
              isBusy={price.isPending}
              onType={(text) => {
                setCouponText(text)
                setCouponWrong(undefined)
              }}
              onApply={(coupon) => {
                setCouponWrong(undefined)
                if (coupon === null) setCouponText(undefined)
                price.mutate({ ...latest.current, coupon })
              }}
            />
            {problem && <p role="alert">{problem}</p>}
            {price.isError && <p role="alert">{errorText(price.error, shopText)}</p>}
            <Button
              type="submit"
              color="marigold"
              disabled={isBusy || !checkout.id || checkout.total.amount === 0}
            >
              {isBusy
                ? 'Placing your order...'
                : placing === undefined
                  ? 'Place order'
                  : 'Checking the price...'}
            </Button>
            <p className={css.soft}>
              {checkout.id ? keptText(checkout) : 'Nothing in your cart can be ordered now.'}
            </p>
          </Summary>
        </div>
      </form>
      {confirming.dialog}
    </>
  )
}

type SummaryProps = { checkout: Checkout; pays: WayToPay; children: React.ReactNode }

function Summary({ checkout, pays, children }: SummaryProps) {
  const { goods, delivery, cashFee, discount, tax, total, afterApproval } = checkout
  return (
    <aside className={css.card} aria-label="Summary" style={{ alignSelf: 'start' }}>
      <dl className={css.sums}>
        <dt>Items</dt>
        <dd>{formatMoney(goods)}</dd>
        <dt>Delivery</dt>
        <dd>{delivery.amount === 0 ? 'Free' : formatMoney(delivery)}</dd>
        {cashFee.amount > 0 && (
          <>
            <dt>Cash on delivery</dt>
            <dd>{formatMoney(cashFee)}</dd>
          </>
        )}
        {discount.amount > 0 && (
          <>
            <dt>Coupon</dt>
            <dd>−{formatMoney(discount)}</dd>
          </>
        )}
        <dt className={css.total}>Total</dt>
        <dd className={css.total}>{formatMoney(total)}</dd>
        {tax &&
          (['cgst', 'sgst', 'igst'] as const)
            .filter((name) => tax[name].amount > 0)
            .map((name) => (
              <div key={name} style={{ display: 'contents' }}>
                <dt className={css.soft}>of which {name.toUpperCase()}</dt>
                <dd className={css.soft}>{formatMoney(tax[name])}</dd>
              </div>
            ))}
      </dl>
      {afterApproval.amount > 0 && (
        <p>
          {pays === 'cash'
            ? 'You pay in cash when each parcel arrives. Medicines on prescription are sent once a pharmacist has approved them.'
            : afterApproval.amount < total.amount
              ? `You pay ${formatMoney({ ...total, amount: total.amount - afterApproval.amount })} now, and ${formatMoney(afterApproval)} once a pharmacist has approved your prescription.`
              : 'You pay once a pharmacist has approved your prescription.'}
        </p>
      )}
      {children}
    </aside>
  )
}

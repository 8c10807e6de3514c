import { Button, NativeSelect, Radio, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { useSession } from '#/accounts/web/index.ts'
import { withRecord } from '#/kernel/linked-record.ts'
import { formatMoney } from '#/kernel/money.ts'
import { addDays, formatDay } from '#/kernel/time.ts'
import { errorCode, errorText } from '#/kernel/web/error-text.ts'
import { toast } from '#/kernel/web/toast.ts'
import { useWrite } from '#/kernel/web/write.ts'
import { MethodChoice } from '#/payments/web/index.ts'
import type { Autoship, AutoshipOffer } from '#/shop/autoship.ts'
import { mostDaysAhead, mostWeeks, noticeDays, type WayToPayAutoship } from '#/shop/autoship-rules.ts'
import type { Address } from '#/shop/orders.ts'
import { cashFee, deliveryFee, freeDeliveryFrom, mostInCash, mostOfOne } from '#/shop/rules.ts'
import { shopText } from '#/shop/text.ts'
import {
  AddressForm,
  type Fields,
  fieldNames,
  noAddress,
  type Wrong,
  wrongIn,
} from '#/shop/web/orders/AddressForm.tsx'
import { CashChoice, useConfirmPhone } from '#/shop/web/orders/CashChoice.tsx'
import css from '#/shop/web/orders/Checkout.module.css'
import { shop } from '#/shop/web/shop.ts'
import own from './Autoship.module.css'
import { everyText } from './words.ts'

type Props = { offer: AutoshipOffer; variantId: string; known: Autoship | null }

export function AutoshipForm({ offer, variantId: first, known }: Props) {
  const { user } = useSession()
  const navigate = useNavigate()
  const form = useRef<HTMLFormElement>(null)
  const [variantId, setVariantId] = useState(first)
  const [quantity, setQuantity] = useState(String(known?.quantity ?? 1))
  const [weeks, setWeeks] = useState(String(known?.weeks ?? 4))
  const [firstOn, setFirstOn] = useState(offer.firstOn)
  const [pays, setPays] = useState<WayToPayAutoship>(known?.pays ?? 'link')
  const [methodId, setMethodId] = useState<string | null>(known?.methodId ?? '')
  const [prescriptionId, setPrescriptionId] = useState<string>(
    (offer.refills.find(({ id }) => id === known?.prescriptionId) ?? offer.refills[0])?.id ?? '',
  )
  const [fields, setFields] = useState<Fields>(
    known?.address ?? offer.addresses[0] ?? { ...noAddress, name: user?.name ?? '' },
  )
  const [wrong, setWrong] = useState<Wrong & { firstOn?: string; method?: string }>({})
  const [problem, setProblem] = useState<string>()
  const chosen = offer.variants.find(({ id }) => id === variantId) ?? offer.variants[0]!
  const goods = chosen.price.amount * Number(quantity)
  const delivery = goods >= freeDeliveryFrom ? 0 : deliveryFee
  const latest = addDays(offer.firstOn, mostDaysAhead - noticeDays)
  const [isConfirmed, setIsConfirmed] = useState(false)
  const standing = isConfirmed && offer.noCash === 'phone' ? null : offer.noCash
  const noCash = standing ?? (goods + delivery + cashFee <= mostInCash ? null : 'total')
  const confirming = useConfirmPhone(() => {
    setIsConfirmed(true)
    setPays('cash')
  })

  const onError = (error: unknown) => {
    const text = errorText(error, shopText)
    if (errorCode(error) === 'shop.pin_in_other_state') setWrong({ state: text })
    else setProblem(text)
  }
  const add = useWrite(shop.call.addAutoship, {
    onSuccess({ id }) {
      toast({ kind: 'success', message: `Your autoship starts on ${formatDay(firstOn)}.` })
      navigate(withRecord('/my-autoships', id), { replace: true })
    },
    onError,
  })
  const change = useWrite(shop.call.changeAutoship, {
    onSuccess() {
      toast({ kind: 'success', message: 'Your autoship is changed.' })
      navigate(withRecord('/my-autoships', known!.id), { replace: true })
    },
    onError,
  })
  const isBusy = add.isPending || change.isPending

  function submit() {
    setProblem(undefined)
    const found: typeof wrong = wrongIn(fields)
    if (!known && (firstOn < offer.firstOn || firstOn > latest))
      found.firstOn = `Please choose a day from ${formatDay(offer.firstOn)} to ${formatDay(latest)}.`
    if (pays === 'method' && !methodId)
      found.method = 'Please choose a saved payment method, or another way to pay.'
    setWrong(found)
    if (found.firstOn) return form.current?.querySelector<HTMLElement>('[name="firstOn"]')?.focus()
    const field = fieldNames.find((name) => found[name])
    if (field) return form.current?.querySelector<HTMLElement>(`[name="${field}"]`)?.focus()
    if (found.method) return
    const wanted = {
      variantId: chosen.id,
      quantity: Number(quantity),
      weeks: Number(weeks),
      price: chosen.price.amount,
      pays,
      methodId: pays === 'method' ? methodId : null,
      address: fields as Address,
      prescriptionId: offer.needsPrescription ? prescriptionId : null,
    }
    if (known) change.mutate({ ...wanted, id: known.id })
    else add.mutate({ ...wanted, firstOn })
  }

  if (offer.needsPrescription && offer.refills.length === 0)
    return (
      <div className={css.card}>
        <h2>{offer.name} needs a prescription</h2>
        <p>
          Please order it once. After a pharmacist has approved a prescription with refills, you can set up an
          autoship for them.
        </p>
        <Link to={`/${offer.shelf}?product=${offer.productId}`}>Back to the product</Link>
      </div>
    )
  return (
    <>
      <form
        ref={form}
        className={css.columns}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <div className={css.main}>
          <section className={css.card} aria-label="Product">
            <h2>{offer.name}</h2>
            <p className={css.soft}>Sold by {offer.seller}</p>
            <div className={own.pair}>
              {offer.variants.length > 1 && (
                <NativeSelect
                  label="Size"
                  value={chosen.id}
                  data={offer.variants.map(({ id, name, price }) => ({
                    value: id,
                    label: `${name}, ${formatMoney(price)}`,
                  }))}
                  onChange={({ currentTarget }) => setVariantId(currentTarget.value)}
                />
              )}
              <NativeSelect
                label="How many each time?"
                value={quantity}
                data={Array.from({ length: mostOfOne }, (_, index) => String(index + 1))}
                onChange={({ currentTarget }) => setQuantity(currentTarget.value)}
              />
              <NativeSelect
                label="How often?"
                value={weeks}
                data={Array.from({ length: mostWeeks }, (_, index) => {
                  const text = everyText(index + 1)
                  return { value: String(index + 1), label: text[0]!.toUpperCase() + text.slice(1) }
                })}
                onChange={({ currentTarget }) => setWeeks(currentTarget.value)}
              />
              {!known && (
                <TextInput
                  type="date"
                  name="firstOn"
                  label="First order on"
                  min={offer.firstOn}
                  max={latest}
                  value={firstOn}
                  error={wrong.firstOn}
                  onChange={({ currentTarget }) => setFirstOn(currentTarget.value)}
                />
              )}
              {offer.needsPrescription && (
                <NativeSelect
                  label="Prescription"
                  value={prescriptionId}
                  data={offer.refills.map(({ id, pet, prescriber, left }) => ({
                    value: id,
                    label: `${pet}: ${prescriber ?? 'Your file'}, ${left} ${left === 1 ? 'refill' : 'refills'} left`,
                  }))}
                  onChange={({ currentTarget }) => setPrescriptionId(currentTarget.value)}
                />
              )}
            </div>
          </section>
          <section className={css.card} aria-label="Address">
            <h2>Where should it go?</h2>
            <AddressForm fields={fields} wrong={wrong} saved={offer.addresses} onChange={setFields} />
          </section>
          <section className={css.card} aria-label="Payment">
            <Radio.Group
              label="How do you want to pay?"
              value={pays}
              onChange={(value) => setPays(value as WayToPayAutoship)}
            >
              <div className={css.main} style={{ gap: '0.75rem' }}>
                <Radio
                  value="link"
                  label="Ask me each time"
                  description={
                    offer.needsPrescription
                      ? 'A pharmacist checks each refill first. Then you have a day to pay by UPI or card.'
                      : 'You have a day to pay by UPI or card. Unpaid orders are cancelled.'
                  }
                />
                {offer.mayChargeMethod && (
                  <Radio
                    value="method"
                    label="Charge a saved payment method"
                    description="On the day of the order"
                  />
                )}
                {noCash !== 'off' && (
                  <CashChoice
                    noCash={noCash}
                    fee="₹19 more for each order"
                    isDisabled={noCash !== null && pays !== 'cash'}
                  />
                )}
              </div>
            </Radio.Group>
            {noCash === 'phone' && confirming.button}
            {pays === 'method' && (
              <MethodChoice
                value={methodId}
                amount={goods + delivery}
                what="an autoship"
                onChange={(value) => setMethodId(value)}
              />
            )}
            {wrong.method && (
              <p role="alert" className={css.wrong}>
                {wrong.method}
              </p>
            )}
          </section>
        </div>
        <aside className={css.card} aria-label="Summary" style={{ alignSelf: 'start' }}>
          <dl className={css.sums}>
            <dt>
              {quantity} × {formatMoney(chosen.price)}
            </dt>
            <dd>{formatMoney({ ...chosen.price, amount: goods })}</dd>
            <dt>Delivery</dt>
            <dd>{delivery === 0 ? 'Free' : formatMoney({ ...chosen.price, amount: delivery })}</dd>
            {pays === 'cash' && (
              <>
                <dt>Cash on delivery</dt>
                <dd>{formatMoney({ ...chosen.price, amount: cashFee })}</dd>
              </>
            )}
            <dt className={css.total}>Each order today</dt>
            <dd className={css.total}>
              {formatMoney({ ...chosen.price, amount: goods + delivery + (pays === 'cash' ? cashFee : 0) })}
            </dd>
          </dl>
          <p className={css.soft}>
            We’ll tell you the price three days before each order. If it has risen by more than 5%, we order
            nothing without your yes. You can skip, move, pause or cancel with one click until the order is
            packed.
          </p>
          {problem && <p role="alert">{problem}</p>}
          <Button type="submit" color="marigold" disabled={isBusy}>
            {isBusy ? 'Saving...' : known ? 'Save' : 'Start autoship'}
          </Button>
        </aside>
      </form>
      {confirming.dialog}
    </>
  )
}

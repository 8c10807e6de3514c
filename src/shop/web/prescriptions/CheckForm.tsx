import { Button, Checkbox, NativeSelect, Radio, Textarea, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type SyntheticEvent, useRef, useState } from 'react'
import { errorText } from '#/kernel/web/error-text.ts'
import { toast } from '#/kernel/web/toast.ts'
import { useWrite } from '#/kernel/web/write.ts'
import { type Dispensing, mostMonths, mostRefills, usualMonths } from '#/shop/prescriptions.ts'
import { shopText } from '#/shop/text.ts'
import orderCss from '#/shop/web/orders/Checkout.module.css'
import { shop } from '#/shop/web/shop.ts'
import { AskBuyer } from './AskBuyer.tsx'
import { decisionOf, type Entered, wrongIn } from './check-form.ts'
import css from './Prescriptions.module.css'

type Props = { check: Dispensing; tab: string; onClose: () => void }

const numbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => String(from + index))

/** The pharmacist's checklist: each prescription, then each medicine. */
export function CheckForm({ check, tab, onClose }: Props) {
  const [entered, setEntered] = useState<Entered>({})
  const [wrong, setWrong] = useState<Readonly<Record<string, string>>>({})
  const [isAsking, setAsking] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const client = useQueryClient()
  const reload = () => client.invalidateQueries({ queryKey: shop.query.dispensings.key() })
  const decide = useWrite(shop.call.decidePrescription, {
    onSuccess() {
      toast({ kind: 'success', message: 'Saved. We’ve told the buyer.' })
      return reload()
    },
    onError: reload,
  })
  const of = (name: string) => entered[name] ?? ''
  function set(name: string, value: string) {
    const next = { ...entered, [name]: value }
    setEntered(next)
    // A corrected field loses its problem at once; the others are checked at the next try.
    const found = wrongIn(check, next)
    setWrong(Object.fromEntries(Object.keys(wrong).flatMap((key) => (found[key] ? [[key, found[key]]] : []))))
  }
  function submit(event: SyntheticEvent) {
    event.preventDefault()
    const found = wrongIn(check, entered)
    setWrong(found)
    const fields = [...(form.current?.querySelectorAll<HTMLElement>('[name]') ?? [])]
    const first = fields.find((one) => found[one.getAttribute('name')!])
    if (first) return first.focus()
    decide.mutate(decisionOf(check, entered, tab))
  }
  const text = (name: string) => ({
    name,
    value: of(name),
    error: wrong[name],
    withAsterisk: true,
    autoComplete: 'off',
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) => set(name, value),
  })
  const tick = (name: string) => ({
    name,
    checked: of(name) === 'yes',
    error: wrong[name],
    onChange: ({ currentTarget: { checked } }: { currentTarget: { checked: boolean } }) =>
      set(name, checked ? 'yes' : ''),
  })
  return (
    <>
      <form ref={form} className={css.form} noValidate onSubmit={submit}>
        {check.prescriptions.map(({ id, petName, validUntil }) => (
          <fieldset key={id} className={orderCss.group}>
            <legend>Prescription for {petName}</legend>
            <Checkbox label="Pet and owner are right" {...tick(`patient ${id}`)} />
            {validUntil ? (
              <Checkbox label="Prescriber and date are right" {...tick(`facts ${id}`)} />
            ) : (
              <div className={css.pair}>
                <TextInput label="Prescriber" maxLength={120} {...text(`prescriber ${id}`)} />
                <TextInput label="Registration no." maxLength={60} {...text(`registration ${id}`)} />
                <TextInput label="Date" type="date" {...text(`date ${id}`)} />
                <NativeSelect
                  label="Valid for"
                  name={`months ${id}`}
                  value={of(`months ${id}`) || String(usualMonths)}
                  data={numbers(1, mostMonths).map((value) => ({
                    value,
                    label: value === '1' ? '1 month' : `${value} months`,
                  }))}
                  onChange={({ currentTarget }) => set(`months ${id}`, currentTarget.value)}
                />
              </div>
            )}
          </fieldset>
        ))}
        {check.lines.map(({ id, name, variant, strength, asked, refillsLeft }) => (
          <fieldset key={id} className={orderCss.group}>
            <legend>
              {name} {[...new Set([strength, variant])].filter(Boolean).join(', ')}
            </legend>
            {refillsLeft !== null && (
              <p className={orderCss.soft}>
                A refill: {refillsLeft} {refillsLeft === 1 ? 'was' : 'were'} left before this order.
              </p>
            )}
            <Radio.Group
              value={of(`decision ${id}`)}
              error={wrong[`decision ${id}`]}
              aria-label={`Decision about ${name}`}
              onChange={(value) => set(`decision ${id}`, value)}
            >
              <div className={orderCss.actions}>
                <Radio name={`decision ${id}`} value="approve" label="Approve" />
                <Radio name={`decision ${id}`} value="refuse" label="Don’t approve" />
              </div>
            </Radio.Group>
            {of(`decision ${id}`) === 'approve' && (
              <>
                <Checkbox label="The medicine is right" {...tick(`drug ${id}`)} />
                <Checkbox label="The strength is right" {...tick(`strength ${id}`)} />
                <div className={css.pair}>
                  <NativeSelect
                    label={`Quantity, of ${asked} ordered`}
                    name={`quantity ${id}`}
                    value={of(`quantity ${id}`) || String(asked)}
                    data={numbers(1, asked)}
                    onChange={({ currentTarget }) => set(`quantity ${id}`, currentTarget.value)}
                  />
                  {refillsLeft === null && (
                    <NativeSelect
                      label="Refills"
                      name={`refills ${id}`}
                      value={of(`refills ${id}`) || '0'}
                      data={numbers(0, mostRefills)}
                      onChange={({ currentTarget }) => set(`refills ${id}`, currentTarget.value)}
                    />
                  )}
                </div>
              </>
            )}
            {of(`decision ${id}`) === 'refuse' && (
              <Textarea
                label="Reason"
                description="The buyer reads it."
                maxLength={500}
                autosize
                minRows={2}
                {...text(`reason ${id}`)}
              />
            )}
          </fieldset>
        ))}
        {decide.isError && <p role="alert">{errorText(decide.error, shopText)}</p>}
        <div className={orderCss.actions}>
          <Button type="submit" aria-disabled={decide.isPending}>
            {decide.isPending ? 'Saving...' : 'Save the decision'}
          </Button>
          {!isAsking && (
            <Button variant="default" onClick={() => setAsking(true)}>
              Ask the buyer
            </Button>
          )}
          <Button variant="default" onClick={onClose}>
            Decide later
          </Button>
        </div>
      </form>
      {isAsking && <AskBuyer id={check.id} tab={tab} onDone={() => setAsking(false)} />}
    </>
  )
}

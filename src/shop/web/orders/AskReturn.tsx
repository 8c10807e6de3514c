import { Checkbox, NativeSelect } from '@mantine/core'
import { useRef, useState } from 'react'
import { formatMoney } from '#/kernel/money.ts'
import { formatInstant } from '#/kernel/time.ts'
import field from '#/kernel/web/form/field.module.css'
import { PhotosField } from '#/kernel/web/form/PhotosField.tsx'
import { ownZone } from '#/kernel/web/own-clock.ts'
import { useNow } from '#/kernel/web/use-now.ts'
import { useWrite } from '#/kernel/web/write.ts'
import { endsAt } from '#/shop/order-states.ts'
import type { Order } from '#/shop/orders.ts'
import { kindsOf, mostReturnPhotos, type ReturnKind, refundFor } from '#/shop/returns.ts'
import { shopText } from '#/shop/text.ts'
import { shop } from '#/shop/web/shop.ts'
import css from './Checkout.module.css'
import { NoteForm } from './NoteForm.tsx'
import { returnText } from './words.ts'

type Part = Order['parts'][number]
type May = NonNullable<Part['mayReturn']>
type Props = { order: Order; part: Part; may: May; onChange: () => void }

const range = (most: number) => Array.from({ length: most }, (_, index) => String(index + 1))

/** Says what comes back for these units, in paise. */
function amountOf(part: Part, kind: ReturnKind, chosen: readonly { lineId: string; quantity: number }[]) {
  const lines = part.lines
    .filter((line) => line.kind === 'goods')
    .map((line) => ({ ...line, amount: line.amount.amount, discount: line.discount.amount }))
  const returns = part.returns.map((one) => ({ ...one, amount: one.amount.amount }))
  return refundFor({ total: part.total.amount, lines, returns, kind, chosen })
}

/** Asks for a return: which goods, why, and with which photos. Says what comes back, and until when the seller answers. */
export function AskReturn({ order, part, may, onChange }: Props) {
  const [units, setUnits] = useState<Readonly<Record<string, number>>>(
    may.lines.length === 1 ? { [may.lines[0]!.id]: may.lines[0]!.left } : {},
  )
  const [wanted, setWanted] = useState<ReturnKind>('unopened')
  const [photos, setPhotos] = useState<File[]>([])
  const [problems, setProblems] = useState<{ lines?: string; photos?: string }>({})
  const fields = useRef<HTMLDivElement>(null)
  const now = useNow()
  const ask = useWrite(shop.call.askReturn, { onSuccess: onChange, onError: onChange })
  const picked = may.lines.filter(({ id }) => units[id])
  const chosen = picked.map(({ id, left }) => ({ lineId: id, quantity: Math.min(units[id]!, left) }))
  const kinds = kindsOf(picked)
  const kind = kinds.includes(wanted) ? wanted : kinds[0]!
  const needsPhoto = picked.some(({ isMedicine }) => isMedicine)
  const amount = amountOf(part, kind, chosen)
  const back = formatMoney({ ...part.total, amount })
  // Delivery comes back only if the seller is to blame.
  const hasFees = amount > amountOf(part, 'unopened', chosen)
  function send(note: string) {
    const found = {
      ...(chosen.length === 0 && { lines: 'Please choose what you want to return.' }),
      ...(needsPhoto && photos.length === 0 && { photos: shopText['shop.photo_needed'] }),
    }
    setProblems(found)
    const wrong = found.lines ? 'lines' : found.photos ? 'photos' : null
    if (wrong) return fields.current?.querySelector<HTMLInputElement>(`[data-field=${wrong}] input`)?.focus()
    ask.mutate({
      id: order.id,
      partId: part.id,
      lines: chosen,
      kind,
      amount,
      note,
      photos: kind === 'unopened' ? [] : photos,
    })
  }
  const until = new Date(Math.max(...may.lines.map((line) => line.until.getTime())))
  return (
    <NoteForm
      open={part.returns.length > 0 ? 'Return something else' : 'Return'}
      send="Ask for a return"
      busy="Asking..."
      aside={<span className={css.soft}>until {formatInstant(until, ownZone())}</span>}
      after={
        chosen.length > 0 && (
          <div className={css.notice} aria-live="polite">
            <p>
              {order.pays === 'online' ? (
                <>
                  You get back <strong>{back}</strong>
                </>
              ) : (
                <>
                  The seller pays you back <strong>{back}</strong> directly
                </>
              )}
              , tax included{hasFees && ', with delivery'}.
            </p>
            <p>
              The seller answers by {formatInstant(endsAt('return_asked', now)!, ownZone())}. If they don’t,
              the return is approved automatically.
            </p>
          </div>
        )
      }
      writing={ask}
      onSend={send}
    >
      <div ref={fields} className={css.main}>
        <fieldset className={css.group} data-field="lines">
          <legend>What do you want to return?</legend>
          {may.lines.map(({ id, left, isMedicine, until: last }) => {
            const line = part.lines.find((one) => one.id === id)!
            return (
              <div key={id} className={css.pick}>
                <Checkbox
                  label={`${line.name}${line.variant ? `, ${line.variant}` : ''}`}
                  description={
                    isMedicine
                      ? `Medicine: only if it’s damaged or wrong, with a photo, until ${formatInstant(last, ownZone())}`
                      : undefined
                  }
                  checked={Boolean(units[id])}
                  onChange={({ currentTarget: { checked } }) => {
                    setProblems({})
                    setUnits({ ...units, [id]: checked ? left : 0 })
                  }}
                />
                {Boolean(units[id]) && left > 1 && (
                  <NativeSelect
                    label="How many?"
                    aria-label={`How many of ${line.name}?`}
                    value={String(Math.min(units[id]!, left))}
                    data={range(left)}
                    onChange={({ currentTarget: { value } }) => setUnits({ ...units, [id]: Number(value) })}
                  />
                )}
              </div>
            )
          })}
          {problems.lines && (
            <p className={field.problem} role="alert">
              {problems.lines}
            </p>
          )}
        </fieldset>
        <NativeSelect
          label="Why do you want to return it?"
          value={kind}
          onChange={({ currentTarget }) => setWanted(currentTarget.value as ReturnKind)}
          data={kinds.map((value) => ({ value, label: returnText[value] }))}
        />
        {kind !== 'unopened' && (
          <>
            <p className={css.soft}>
              Photos show the seller what’s wrong. Only they and our support team can see them.
            </p>
            <PhotosField
              label={needsPhoto ? 'Photos' : 'Photos (optional)'}
              photos={photos}
              kept={[]}
              isRequired={needsPhoto}
              most={mostReturnPhotos}
              problem={problems.photos}
              onChange={(changed) => {
                setProblems({})
                setPhotos(changed.photos ?? photos)
              }}
            />
          </>
        )}
      </div>
    </NoteForm>
  )
}

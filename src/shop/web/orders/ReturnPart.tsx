import { NativeSelect } from '@mantine/core'
import { type Ref, useId, useRef, useState } from 'react'
import { formatInstant } from '#/kernel/time.ts'
import { documentProblem } from '#/kernel/web/form/document.ts'
import { FileButton } from '#/kernel/web/form/FileButton.tsx'
import field from '#/kernel/web/form/field.module.css'
import { UploadLine } from '#/kernel/web/form/UploadLine.tsx'
import { ownZone } from '#/kernel/web/own-clock.ts'
import { useWrite } from '#/kernel/web/write.ts'
import { endsAt, type PartStatus, type ReturnKind, timers } from '#/shop/order-states.ts'
import type { Order } from '#/shop/orders.ts'
import { shopText } from '#/shop/text.ts'
import { shop } from '#/shop/web/shop.ts'
import css from './Checkout.module.css'
import { NoteForm } from './NoteForm.tsx'
import { TrackingForm } from './TrackingForm.tsx'
import { returnText } from './words.ts'

type Part = Order['parts'][number]
type Props = { order: Order; part: Part; onChange: () => void }

/** Says when the timer of a part's status makes its move. */
export const dueText = ({ status, steps }: { status: PartStatus; steps: Part['steps'] }): string =>
  formatInstant(endsAt(status, steps.at(-1)!.at)!, ownZone())

/** Lets the buyer ask for a return, say that it was sent back, and see what happens with it. */
export function ReturnPart({ order, part, onChange }: Props) {
  const send = useWrite(shop.call.sendReturn, { onSuccess: onChange })
  const isOnline = order.pays === 'online'
  if (part.mayReturn) return <AskReturn order={order} part={part} onChange={onChange} may={part.mayReturn} />
  if (part.status === 'return_approved')
    return (
      <section className={css.main} aria-label="Send it back">
        <p>
          Please send it back by {dueText(part)}, and enter how you’ve sent it.{' '}
          {isOnline
            ? `We refund you when the seller has it, or if they don’t reply within ${timers.return_sent!.days} days.`
            : 'You paid in cash, so the seller refunds you directly.'}
        </p>
        <ReturnAddress part={part} />
        <TrackingForm
          send="I’ve sent it back"
          writing={send}
          onSend={(sent) => send.mutate({ id: order.id, partId: part.id, ...sent })}
        />
      </section>
    )
  if (part.status === 'return_sent')
    return (
      <p className={css.notice}>
        <span>
          The seller has until {dueText(part)} to say that it has arrived.
          {isOnline && ' If they don’t reply, we refund you then.'} Please keep the carrier’s receipt.
        </span>
      </p>
    )
  if (part.status === 'return_missing')
    return (
      <p className={css.notice}>
        <span>
          The seller says that your return never came. We’re looking into it
          {isOnline && ', and hold the money until then'}. If you have the carrier’s proof of delivery, send
          it to us under Help &amp; Support.
        </span>
      </p>
    )
  return null
}

function ReturnAddress({ part: { seller, returnTo, steps } }: { part: Part }) {
  if (!returnTo)
    return <p>We don’t have the seller’s address any more. Please write to us under Help &amp; Support.</p>
  const hasNote = steps.some(
    ({ status, by, note }) => status === 'return_approved' && by === 'seller' && note,
  )
  return (
    <div>
      <p>
        {hasNote
          ? 'Send it to this address, unless the seller’s note above names another one:'
          : 'Send it to:'}
      </p>
      <p>
        {seller.name}
        <br />
        {returnTo}
      </p>
    </div>
  )
}

type PhotoProps = {
  label: string
  photo: File | undefined
  problem: string
  ref: Ref<HTMLInputElement>
  onChoose: (file: File) => void
}

function PhotoField({ label, photo, problem, ref, onChoose }: PhotoProps) {
  const id = useId()
  return (
    <fieldset className={field.field}>
      <legend className={field.label}>{label}</legend>
      {photo && <p>{photo.name}</p>}
      <FileButton
        ref={ref}
        label={photo ? 'Choose another photo' : 'Add a photo'}
        accept="image/jpeg,image/png,image/webp"
        describedBy={id}
        problem={Boolean(problem)}
        onChoose={onChoose}
      />
      {photo && <UploadLine files={[photo]} />}
      <div id={id}>
        {problem ? (
          <p className={field.problem} role="alert">
            {problem}
          </p>
        ) : (
          <p className={field.hint}>Show what’s wrong. Only the seller and our support team can see it.</p>
        )}
      </div>
    </fieldset>
  )
}

function AskReturn({ order, part, may, onChange }: Props & { may: NonNullable<Part['mayReturn']> }) {
  const [kind, setKind] = useState<ReturnKind>(may.kinds[0]!)
  const [photo, setPhoto] = useState<File>()
  const [problem, setProblem] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const ask = useWrite(shop.call.askReturn, { onSuccess: onChange })
  const { needsPhoto } = may
  function choose(file: File) {
    const found = file.type === 'application/pdf' ? shopText['shop.photos_only'] : documentProblem(file)
    setProblem(found || '')
    setPhoto(found ? undefined : file)
  }
  function send(note: string) {
    // A photo that can't be sent isn't left out silently.
    if (problem && !photo && kind !== 'unopened') return input.current?.focus()
    if (needsPhoto && !photo) {
      setProblem(shopText['shop.photo_needed'])
      return input.current?.focus()
    }
    ask.mutate({ id: order.id, partId: part.id, kind, note, photo: kind === 'unopened' ? null : photo })
  }
  return (
    <NoteForm
      open="Return"
      send="Ask for a return"
      busy="Asking..."
      aside={<span className={css.soft}>until {formatInstant(may.until, ownZone())}</span>}
      writing={ask}
      onSend={send}
    >
      <p className={css.soft}>
        A return covers the whole parcel and everything in it.
        {needsPhoto && ' It contains medicine, so you can only return it if it’s damaged or wrong.'}
      </p>
      <NativeSelect
        label="Why do you want to return it?"
        value={kind}
        onChange={({ currentTarget }) => setKind(currentTarget.value as ReturnKind)}
        data={may.kinds.map((value) => ({ value, label: returnText[value] }))}
      />
      {kind !== 'unopened' && (
        <PhotoField
          label={needsPhoto ? 'Photo' : 'Photo (optional)'}
          ref={input}
          photo={photo}
          problem={problem}
          onChoose={choose}
        />
      )}
    </NoteForm>
  )
}

import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type SyntheticEvent, useState } from 'react'
import { errorText } from '#/kernel/web/error-text.ts'
import { FieldList } from '#/kernel/web/form/FieldList.tsx'
import { draftOf, type FieldDraft, type FieldSpec, problemsIn } from '#/kernel/web/form/field-list.ts'
import { UnsavedChanges } from '#/kernel/web/form/UnsavedChanges.tsx'
import { problem, useDraft } from '#/kernel/web/form/use-draft.ts'
import { useWrite } from '#/kernel/web/write.ts'
import type { Delivery } from '#/shop/delivery.ts'
import {
  deliveryText,
  mostDeliveryDays,
  problemOfBeginnings,
  readBeginnings,
  tidyBeginnings,
} from '#/shop/delivery-rules.ts'
import type { Selling } from '#/shop/selling.ts'
import { shopText } from '#/shop/text.ts'
import { shop } from '#/shop/web/shop.ts'
import { daysText } from '#/shop/web/words.ts'
import css from './Selling.module.css'
import { reloadSelling } from './selling.ts'

type Seller = Selling['sellers'][number]

const fields: readonly FieldSpec[] = [
  {
    kind: 'lines',
    name: 'beginnings',
    label: 'PIN codes you deliver to',
    max: 1000,
    hint: 'The first digits are enough: “56, 400” covers all PIN codes that start with 56 or 400. Leave this empty for all of India.',
  },
  {
    kind: 'whole',
    name: 'from',
    label: 'Minimum working days',
    required: true,
    least: 1,
    most: mostDeliveryDays,
  },
  {
    kind: 'whole',
    name: 'to',
    label: 'Maximum working days',
    required: true,
    least: 1,
    most: mostDeliveryDays,
  },
]

const draftOfDelivery = (delivery: Delivery): FieldDraft =>
  draftOf(fields, { ...delivery, beginnings: delivery.beginnings.join(', ') })

function problemsOf(draft: FieldDraft) {
  const { beginnings, from, to } = draft as Record<string, string>
  return {
    ...problem('beginnings', problemOfBeginnings(beginnings!)),
    ...problem('to', Number(from) > Number(to) && deliveryText.order),
    ...problemsIn(fields, draft),
  }
}

const anyOf = new Intl.ListFormat('en', { type: 'disjunction' })

function summaryOf({ beginnings, from, to }: Delivery): string {
  const days = daysText({ from, to })
  const where =
    beginnings.length === 0 ? 'all of India' : `PIN codes that start with ${anyOf.format(beginnings)}`
  return `You deliver to ${where} in ${days}.`
}

/** Shows where and how fast a seller delivers, and changes it. */
export function DeliverySection({ seller, isOnly }: { seller: Seller; isOnly: boolean }) {
  const [isOpen, setIsOpen] = useState(false)
  const [isSaved, setIsSaved] = useState(false)
  const title = isOnly ? 'Delivery' : `Delivery as a ${seller.record}`
  return (
    <section className={css.stock} aria-label={title}>
      <div className={css.head}>
        <div>
          <h2>{title}</h2>
          <p className={css.soft}>{summaryOf(seller.delivery)}</p>
        </div>
        <Button
          variant="default"
          aria-expanded={isOpen}
          aria-label={`Change ${title.toLowerCase()}`}
          onClick={() => {
            setIsSaved(false)
            setIsOpen(!isOpen)
          }}
        >
          Change
        </Button>
      </div>
      <p role="status" className={css.soft}>
        {isSaved && 'Saved. Buyers can see this now.'}
      </p>
      {isOpen && (
        <DeliveryForm
          seller={seller}
          onCancel={() => setIsOpen(false)}
          onSaved={() => {
            setIsOpen(false)
            setIsSaved(true)
          }}
        />
      )}
    </section>
  )
}

type FormProps = { seller: Seller; onCancel(): void; onSaved(): void }

function DeliveryForm({ seller: { record, delivery }, onCancel, onSaved }: FormProps) {
  const client = useQueryClient()
  const [seen, setSeen] = useState(delivery)
  const { ref, draft, problems, failure, change, fail, check } = useDraft<FieldDraft, string>(
    () => draftOfDelivery(delivery),
    problemsOf,
  )
  const write = useWrite(shop.call.saveDelivery, {
    onSuccess: async () => {
      await reloadSelling(client)
      onSaved()
    },
    onError: async (error) => {
      fail(errorText(error, shopText, 'We couldn’t save your delivery settings. Please try again.'))
      await reloadSelling(client)
    },
  })
  const isNewer = JSON.stringify(delivery) !== JSON.stringify(seen) && !write.isPending && !write.isSuccess
  function submit(event: SyntheticEvent) {
    const given = check(event) as Record<string, string> | undefined
    if (!given || write.isPending) return
    const beginnings = tidyBeginnings(readBeginnings(given['beginnings']!))
    const next = { beginnings, from: Number(given['from']), to: Number(given['to']) }
    write.mutate({ record, delivery: next, seen })
  }
  return (
    <form ref={ref} className={css.change} noValidate onSubmit={submit}>
      <FieldList groups={[{ fields }]} draft={draft} problems={problems} onChange={change} />
      {isNewer && (
        <div role="status" className={css.notice}>
          <p>
            Your delivery settings were changed elsewhere since you opened them, so your changes can’t be
            saved.
          </p>
          <Button
            variant="default"
            onClick={() => {
              setSeen(delivery)
              change(draftOfDelivery(delivery))
            }}
          >
            Show what was saved
          </Button>
        </div>
      )}
      <p role="alert" className={css.failure}>
        {failure}
      </p>
      <div className={css.buttons}>
        <Button type="submit" aria-disabled={write.isPending}>
          {write.isPending ? 'Saving...' : 'Save'}
        </Button>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
      </div>
      <UnsavedChanges unsaved={JSON.stringify(draft) !== JSON.stringify(draftOfDelivery(seen))} />
    </form>
  )
}

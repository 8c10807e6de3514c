import { Button } from '@mantine/core'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { type SyntheticEvent, useState } from 'react'
import { unknownErrorText } from '#/kernel/text.ts'
import { errorText } from '#/kernel/web/error-text.ts'
import { FieldList } from '#/kernel/web/form/FieldList.tsx'
import {
  draftOf,
  type FieldDraft,
  type FieldSpec,
  inputsOf,
  problemsIn,
} from '#/kernel/web/form/field-list.ts'
import { UnsavedChanges } from '#/kernel/web/form/UnsavedChanges.tsx'
import { useDraft } from '#/kernel/web/form/use-draft.ts'
import { byCursor } from '#/kernel/web/list/by-cursor.ts'
import { momentText } from '#/kernel/web/own-clock.ts'
import { useWrite } from '#/kernel/web/write.ts'
import type { OwnVariant } from '#/shop/selling.ts'
import { mostStock, type StockReason, typedReasons } from '#/shop/selling-rules.ts'
import type { StockChangeInput } from '#/shop/stock.ts'
import { shopText } from '#/shop/text.ts'
import { shop } from '#/shop/web/shop.ts'
import css from './Selling.module.css'
import { reloadSelling } from './selling.ts'

type Reason = (typeof typedReasons)[number]

const orderText = { ordered: 'Ordered or reserved', given_back: 'Put back' } as const

const reasonText: Readonly<Record<Reason, { label: string; units: string }>> = {
  received: { label: 'Received', units: 'How many came in?' },
  returned: { label: 'Returned by a buyer', units: 'How many came back?' },
  damaged: { label: 'Damaged or lost', units: 'How many are gone?' },
  expired: { label: 'Expired', units: 'How many have expired?' },
  sent_back: { label: 'Sent back to the maker', units: 'How many did you send back?' },
  counted: { label: 'Counted', units: 'How many are there?' },
}

const fieldsFor = (reason: Reason | ''): readonly FieldSpec[] => [
  {
    kind: 'one',
    name: 'reason',
    label: 'What happened?',
    required: true,
    options: typedReasons.map((value) => ({ value, label: reasonText[value].label })),
  },
  {
    kind: 'whole',
    name: 'units',
    label: reason ? reasonText[reason].units : 'How many?',
    required: true,
    least: reason === 'counted' ? 0 : 1,
    most: mostStock,
  },
  {
    kind: 'line',
    name: 'note',
    label: 'Note',
    max: 200,
    hint: 'Only you see it. For example, “Invoice 1204”.',
  },
]

/** Shows a variant's stock, changes it with a reason, and lists earlier changes. */
export function VariantStock({ variant }: { variant: OwnVariant }) {
  const { name, stock, lowAt } = variant
  const [open, setOpen] = useState<'change' | 'history'>()
  const toggle = (part: 'change' | 'history') => setOpen(open === part ? undefined : part)
  return (
    <article className={css.stock} aria-label={name}>
      <div className={css.head}>
        <div>
          <h3>{name}</h3>
          <p className={stock <= lowAt ? css.low : css.count}>
            {stock === 0 ? 'Out of stock' : `${stock.toLocaleString('en-IN')} in stock`}
            {stock > 0 && stock <= lowAt && ' (low)'}
          </p>
        </div>
        <div className={css.buttons}>
          <Button variant="default" aria-expanded={open === 'change'} onClick={() => toggle('change')}>
            Change stock
          </Button>
          <Button variant="subtle" aria-expanded={open === 'history'} onClick={() => toggle('history')}>
            History
          </Button>
        </div>
      </div>
      {open === 'change' && <Change variant={variant} onDone={() => setOpen(undefined)} />}
      {open === 'history' && <History variant={variant} />}
    </article>
  )
}

function Change({ variant: { id, stock }, onDone }: { variant: OwnVariant; onDone(): void }) {
  const client = useQueryClient()
  const { ref, draft, problems, failure, change, fail, check } = useDraft<FieldDraft, string>(
    () => draftOf(fieldsFor(''), null),
    (draft) => problemsIn(fieldsFor(draft['reason'] as Reason | ''), draft),
  )
  const fields = fieldsFor(draft['reason'] as Reason | '')
  const write = useWrite(shop.call.changeStock, {
    onSuccess: async () => {
      await reloadSelling(client)
      onDone()
    },
    onError: async (error) => {
      fail(errorText(error, shopText, 'We couldn’t change the stock. Please try again.'))
      await client.invalidateQueries({ queryKey: shop.query.ownProduct.key() })
    },
  })
  function submit(event: SyntheticEvent) {
    const given = check(event)
    if (given && !write.isPending) write.mutate({ id, change: changeOf(fields, given, stock) })
  }
  return (
    <form ref={ref} className={css.change} noValidate onSubmit={submit}>
      <FieldList groups={[{ fields }]} draft={draft} problems={problems} onChange={change} />
      <p role="alert" className={css.failure}>
        {failure}
      </p>
      <div className={css.buttons}>
        <Button type="submit" aria-disabled={write.isPending}>
          {write.isPending ? 'Saving...' : 'Save the change'}
        </Button>
        <Button variant="default" onClick={onDone}>
          Cancel
        </Button>
      </div>
      <UnsavedChanges unsaved={Boolean(draft['reason'] || draft['units'] || draft['note'])} />
    </form>
  )
}

function changeOf(fields: readonly FieldSpec[], draft: FieldDraft, seen: number): StockChangeInput {
  const { reason, units, note } = inputsOf(fields, draft) as {
    reason: Reason
    units: number
    note: string | null
  }
  return reason === 'counted'
    ? { reason, count: units, seen, note }
    : { reason: reason satisfies StockReason, units, note }
}

function History({ variant: { id } }: { variant: OwnVariant }) {
  const query = useInfiniteQuery(
    shop.query.stockChanges.infiniteOptions({
      ...byCursor,
      input: (cursor) => ({ id, cursor }),
      refetchOnMount: 'always',
    }),
  )
  if (query.isLoadingError) return <p role="alert">{unknownErrorText}</p>
  const rows = query.data?.pages.flatMap((page) => page.rows)
  if (!rows) return <p role="status">Loading...</p>
  if (rows.length === 0) return <p className={css.soft}>Nothing has changed yet.</p>
  return (
    <>
      <ul className={css.history}>
        {rows.map(({ id, reason, delta, stockAfter, note, at }) => (
          <li key={id}>
            <span>
              {reason in orderText
                ? orderText[reason as keyof typeof orderText]
                : reasonText[reason as Reason].label}
            </span>
            <strong>{delta > 0 ? `+${delta}` : `−${-delta}`}</strong>
            <span className={css.soft}>
              {momentText(at)}
              {note && ` · ${note}`}
            </span>
            <span className={css.soft}>{stockAfter} after</span>
          </li>
        ))}
      </ul>
      {query.hasNextPage && (
        <Button
          variant="default"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          Show more
        </Button>
      )}
    </>
  )
}

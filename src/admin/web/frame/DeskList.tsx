import { Button } from '@mantine/core'
import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'react-router'
import { unknownErrorText } from '#/kernel/text.ts'
import { PagedList } from '#/kernel/web/list/PagedList.tsx'
import { SearchField } from '#/kernel/web/list/SearchField.tsx'
import css from './Desk.module.css'
import own from './Removable.module.css'

type Paged<Row extends { id: string }> = ComponentProps<typeof PagedList<Row>>

type RowsProps<Row extends { id: string }> = Pick<Paged<Row>, 'query' | 'what' | 'dense' | 'children'> & {
  /** The sentence for no rows. */
  empty: string
  drawing?: Paged<Row>['empty']['drawing']
  /** Clears what narrows the list, if something does. */
  onAll?: (() => void) | false | '' | undefined
  allLabel?: string
}

/** Shows the rows of a list in the admin area, in every state. */
export function DeskRows<Row extends { id: string }>({
  empty,
  drawing = 'no-results',
  onAll,
  allLabel,
  ...list
}: RowsProps<Row>) {
  const action = onAll ? (
    <Button variant="default" onClick={onAll}>
      {allLabel ?? `Show all ${list.what.many}`}
    </Button>
  ) : null
  return <PagedList {...list} failed={unknownErrorText} empty={{ drawing, sentence: empty, action }} />
}

type Props<Row extends { id: string }> = RowsProps<Row> & {
  title: string
  lead?: ReactNode
  /** Adds a row, for example. */
  buttons?: ReactNode
  search?: ComponentProps<typeof SearchField>
  filters?: ReactNode
  /** Explains the rows. */
  note?: ReactNode
}

/** A view of the admin area that lists rows: its title, what comes first, the filters and the rows. */
export function DeskList<Row extends { id: string }>({
  title,
  lead,
  buttons,
  search,
  filters,
  note,
  ...rows
}: Props<Row>) {
  return (
    <>
      <h1>{title}</h1>
      {lead && <p className={css.lead}>{lead}</p>}
      {buttons && <div className={own.buttons}>{buttons}</div>}
      {(search || filters) && (
        <search className={css.filters}>
          {search && <SearchField {...search} />}
          {filters}
        </search>
      )}
      {note}
      <DeskRows {...rows} />
    </>
  )
}

type CardProps = { label: string; heading: ReactNode; chip?: ReactNode; children: ReactNode }

/** A row with all its facts and what can be done about it. */
export function DeskCard({ label, heading, chip, children }: CardProps) {
  return (
    <article className={`${css.row} ${css.card}`} tabIndex={-1} aria-label={label}>
      <div className={css.cardHead}>
        <h2>{heading}</h2>
        {chip}
      </div>
      {children}
    </article>
  )
}

/** A row that leads to its page. */
export function DeskLine({ label, to, children }: { label: string; to: string; children: ReactNode }) {
  return (
    <article className={css.row} tabIndex={-1} aria-label={label}>
      <Link to={to} className={css.rowLink}>
        {children}
      </Link>
    </article>
  )
}

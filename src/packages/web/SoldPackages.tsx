import { Button } from '@mantine/core'
import { skipToken, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { Link } from 'react-router'
import { formatMoney } from '#/kernel/money.ts'
import { PagedList } from '#/kernel/web/list/PagedList.tsx'
import { useLinkedRecord } from '#/kernel/web/list/use-linked-record.ts'
import { momentText } from '#/kernel/web/own-clock.ts'
import type { SoldPackage } from '#/packages/contract.ts'
import css from './Packages.module.css'
import { packages, paged } from './packages.ts'
import { StatusLabel } from './StatusLabel.tsx'
import { lastDayText, leftText } from './words.ts'

const sold = packages.query.sold.infiniteOptions({
  ...paged,
})

/** Lists a trainer's sold packages with their balances. */
export function SoldPackages() {
  const id = useLinkedRecord<SoldPackage['id']>()
  const { data: linked } = useQuery(
    packages.query.sold.queryOptions({ input: id ? { id } : skipToken, refetchOnMount: 'always' }),
  )
  return (
    <PagedList
      query={useInfiniteQuery(sold)}
      linked={linked?.rows[0]}
      failed="Failed to load sold packages. Please try again."
      what={{ one: 'sold package', many: 'sold packages' }}
      empty={{
        drawing: 'no-results',
        sentence: 'You haven’t sold any packages yet.',
        action: (
          <Button component={Link} to="/packages?tab=offers">
            See packages on sale
          </Button>
        ),
      }}
    >
      {(row) => <Sold row={row} />}
    </PagedList>
  )
}

function Sold({ row }: { row: SoldPackage }) {
  const titleId = useId()
  return (
    <article className={css.card} aria-labelledby={titleId} tabIndex={-1}>
      <div className={css.head}>
        <h2 id={titleId}>{row.ownerName}</h2>
        <StatusLabel status={row.status} isUsedUp={row.status === 'active' && row.balance === 0} />
      </div>
      <p>{row.title}</p>
      <p className={css.balance}>{leftText(row)}</p>
      <p>
        {formatMoney(row.price)}, of which {formatMoney(row.released)} is yours so far.{' '}
        {row.status === 'active' && `Valid until ${lastDayText(row)}.`}
      </p>
      <p className={css.soft}>
        {row.reference} · bought {momentText(row.boughtAt)}
      </p>
    </article>
  )
}

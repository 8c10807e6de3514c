import { Button, SegmentedControl } from '@mantine/core'
import { skipToken, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { MINUTE } from '#/kernel/duration.ts'
import { unknownErrorText } from '#/kernel/text.ts'
import { byCursor } from '#/kernel/web/list/by-cursor.ts'
import { PagedList } from '#/kernel/web/list/PagedList.tsx'
import { useLinkedRecord } from '#/kernel/web/list/use-linked-record.ts'
import { unlessLive } from '#/kernel/web/live.ts'
import { type Dispensing, type DispensingView, dispensingViews } from '#/shop/prescriptions.ts'
import css from '#/shop/web/orders/Checkout.module.css'
import { shop } from '#/shop/web/shop.ts'
import { DispensingCard } from './DispensingCard.tsx'

const viewText: Readonly<Record<DispensingView, { label: string; none: string }>> = {
  waiting: { label: 'To check', none: 'No prescriptions are waiting for you.' },
  pack: { label: 'To pack', none: 'No medicines are waiting to be packed.' },
  all: { label: 'All', none: 'No medicines on prescription have been ordered from you yet.' },
}

/** A pharmacist's queue: prescriptions to check, medicines to pack, and the records of three years. */
export default function PharmacyOrdersPage() {
  const [params, setParams] = useSearchParams()
  const show = dispensingViews.find((view) => view === params.get('show')) ?? 'waiting'
  return (
    <div className={css.page}>
      <div className={css.top}>
        <h1>Pharmacy orders</h1>
        <SegmentedControl
          aria-label="Which orders"
          data={dispensingViews.map((value) => ({ value, label: viewText[value].label }))}
          value={show}
          onChange={(value) => setParams(value === 'waiting' ? {} : { show: value }, { replace: true })}
        />
      </div>
      <Queue show={show} />
    </div>
  )
}

function Queue({ show }: { show: DispensingView }) {
  const query = useInfiniteQuery(
    shop.query.dispensings.infiniteOptions({
      ...byCursor,
      input: (cursor) => ({ show, cursor }),
      refetchInterval: unlessLive(MINUTE),
      refetchOnMount: 'always',
    }),
  )
  const id = useLinkedRecord<Dispensing['id']>()
  const { data: linked } = useQuery(
    shop.query.dispensings.queryOptions({
      input: id ? { id } : skipToken,
      refetchInterval: unlessLive(MINUTE),
      refetchOnMount: 'always',
    }),
  )
  return (
    <PagedList
      query={query}
      linked={linked?.rows[0]}
      what={{ one: 'order', many: 'orders' }}
      failed={unknownErrorText}
      empty={{
        drawing: 'pet-pharmacy',
        sentence: viewText[show].none,
        action: (
          <Button component={Link} to="/my-orders?side=sold" variant="default">
            Other orders
          </Button>
        ),
      }}
    >
      {(check) => <DispensingCard check={check} />}
    </PagedList>
  )
}

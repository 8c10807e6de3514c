import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { byCursor } from '#/kernel/web/list/by-cursor.ts'
import { PagedList } from '#/kernel/web/list/PagedList.tsx'
import { PaymentRow } from './PaymentRow.tsx'
import { payments } from './payments.ts'

const listOf = (receipts: boolean) =>
  payments.query.list.infiniteOptions({
    input: (cursor: string | undefined) => ({ cursor, ...(receipts && { only: 'receipts' as const }) }),
    ...byCursor,
    staleTime: 10_000,
  })

export function History({ receipts = false }: { receipts?: boolean }) {
  return (
    <PagedList
      query={useInfiniteQuery(listOf(receipts))}
      failed="Failed to load payments. Please try again."
      what={receipts ? { one: 'receipt', many: 'receipts' } : { one: 'payment', many: 'payments' }}
      empty={{
        drawing: 'no-results',
        sentence: receipts ? 'No receipts yet.' : 'No payments yet.',
        action: (
          <Button component={Link} to="/services">
            Browse services
          </Button>
        ),
      }}
    >
      {(payment) => <PaymentRow payment={payment} />}
    </PagedList>
  )
}

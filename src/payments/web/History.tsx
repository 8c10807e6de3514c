import { Button } from '@mantine/core'
import { skipToken, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { byCursor } from '#/kernel/web/list/by-cursor.ts'
import { PagedList } from '#/kernel/web/list/PagedList.tsx'
import { useLinkedRecord } from '#/kernel/web/list/use-linked-record.ts'
import type { Payment } from '#/payments/contract.ts'
import { PaymentRow } from './PaymentRow.tsx'
import { payments } from './payments.ts'

const listOf = (receipts: boolean) =>
  payments.query.list.infiniteOptions({
    input: (cursor: string | undefined) => ({ cursor, ...(receipts && { only: 'receipts' as const }) }),
    ...byCursor,
    staleTime: 10_000,
  })

export function History({ receipts = false }: { receipts?: boolean }) {
  const id = useLinkedRecord<Payment['id']>()
  const { data: linked } = useQuery(
    payments.query.payment.queryOptions({ input: id ? { id } : skipToken, staleTime: 10_000 }),
  )
  return (
    <PagedList
      query={useInfiniteQuery(listOf(receipts))}
      linked={linked}
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

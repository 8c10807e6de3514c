import { useQuery } from '@tanstack/react-query'
import { appointments } from '#/appointments/web/appointments.ts'
import { formatMoney } from '#/kernel/money.ts'
import { formatDay } from '#/kernel/time.ts'
import { All } from './Block.tsx'
import { DashboardBlock } from './DashboardBlock.tsx'
import css from './ProviderFigures.module.css'

export function WeekEarnings() {
  const { data, isPending, isLoadingError, refetch } = useQuery(
    appointments.query.weekEarnings.queryOptions({ staleTime: 0 }),
  )
  return (
    <DashboardBlock
      title="This week’s earnings"
      isPending={isPending}
      isError={isLoadingError}
      retry={refetch}
      aside={<All to="/payments?tab=payouts">Payouts</All>}
    >
      {data && (
        <div className={css.figure}>
          <h3>Since {formatDay(data.since)}</h3>
          <p className={css.rate}>{formatMoney(data.earned)}</p>
          <p className={css.hint}>
            {data.visits === 0
              ? 'No appointments paid through us have taken place this week.'
              : `From ${data.visits === 1 ? 'one appointment' : `${data.visits} appointments`} paid through us, after refunds.`}
          </p>
          {data.direct.visits > 0 && (
            <p className={css.hint}>
              Owners pay you directly for{' '}
              {data.direct.visits === 1
                ? 'one completed appointment'
                : `${data.direct.visits} completed appointments`}
              : <strong className="tabular">{formatMoney(data.direct.amount)}</strong>, based on the prices
              and estimates they saw.
            </p>
          )}
        </div>
      )}
    </DashboardBlock>
  )
}

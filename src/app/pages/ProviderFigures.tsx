import { useQuery } from '@tanstack/react-query'
import { appointments } from '#/appointments/web/appointments.ts'
import { ProviderRating } from '#/ratings/web/ProviderRating.tsx'
import { DashboardBlock } from './DashboardBlock.tsx'
import css from './ProviderFigures.module.css'

export function ProviderFigures() {
  const { data, isPending, isLoadingError, refetch } = useQuery(appointments.query.figures.queryOptions())
  return (
    <DashboardBlock
      title="Rating and response rate"
      isPending={isPending}
      isError={isLoadingError}
      retry={refetch}
    >
      {data && (
        <div className={css.figures}>
          <div className={css.figure}>
            <h3>Rating</h3>
            <ProviderRating rating={data.rating} totalReviews={data.totalReviews} />
            <p className={css.hint}>
              {data.rating === null
                ? 'Owners can rate an appointment once it’s completed. Nobody has yet.'
                : 'The average of all your reviews, as shown on your card.'}
            </p>
          </div>
          {data.answers && <ResponseRate {...data.answers} />}
        </div>
      )}
    </DashboardBlock>
  )
}

function ResponseRate({ answered, asked }: { answered: number; asked: number }) {
  return (
    <div className={css.figure}>
      <h3>Response rate</h3>
      {/* Rounded down, so that 100 % really means all of them. */}
      <p className={css.rate}>{Math.floor((100 * answered) / asked)}%</p>
      <p className={css.hint}>
        In the last 365 days you accepted or declined {answered} of {asked}{' '}
        {asked === 1 ? 'request' : 'requests'} before {asked === 1 ? 'it' : 'they'} expired. Requests that
        owners cancelled don’t count.
      </p>
    </div>
  )
}

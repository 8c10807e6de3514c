import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import type { ListedVisit, Visit } from '#/appointments/contract.ts'
import type { Trade } from '#/booking/trades.ts'
import { PagedList } from '#/kernel/web/list/PagedList.tsx'
import { Portrait } from '#/kernel/web/Portrait.tsx'
import { useNow } from '#/kernel/web/use-now.ts'
import type { CardParts } from './card-parts.ts'
import { ProviderAppointment } from './ProviderAppointment.tsx'
import { SeriesCard } from './SeriesCard.tsx'
import { SeriesDays } from './SeriesDays.tsx'
import { useLinkedVisit, useSeriesVisits, useVisits, type VisitTab } from './useAppointments.ts'
import { loadFailedText } from './words.ts'

const sentences: Readonly<Record<VisitTab, string>> = {
  requests: 'No request is waiting for an answer.',
  upcoming: 'You have no upcoming appointments.',
  past: 'You have no past appointments.',
}

type Props = {
  tab: VisitTab
  trade?: Trade | undefined
  /** The tab that an empty list leads to. */
  other: VisitTab
  linkTo(tab: VisitTab): string
  parts: CardParts<Visit>
}

export function ProviderAppointments({ tab, trade, other, linkTo, parts }: Props) {
  const now = useNow()
  return (
    <PagedList
      failed={loadFailedText}
      keyOf={({ id, others }) => others?.series ?? id}
      countOf={({ others }) => 1 + (others?.count ?? 0)}
      query={useVisits(tab, trade)}
      linked={useLinkedVisit()}
      what={
        tab === 'requests'
          ? { one: 'request', many: 'requests' }
          : { one: `${tab} appointment`, many: `${tab} appointments` }
      }
      empty={{
        drawing: 'no-appointments',
        sentence: trade ? sentences[tab].replace(/\.$/, ' of this kind.') : sentences[tab],
        action: (
          <Button component={Link} to={linkTo(other)} replace>
            {other === 'requests' ? 'See requests' : `See ${other} appointments`}
          </Button>
        ),
      }}
    >
      {(visit) =>
        visit.others ? (
          <ProviderSeries visit={visit} others={visit.others} tab={tab} now={now} parts={parts} />
        ) : (
          <ProviderAppointment visit={visit} now={now} parts={parts} />
        )
      }
    </PagedList>
  )
}

type SeriesProps = {
  visit: Visit
  others: NonNullable<ListedVisit['others']>
  tab: VisitTab
  now: Date
  parts: CardParts<Visit>
}

function ProviderSeries({ visit, others, tab, now, parts }: SeriesProps) {
  const [isWhole, setWhole] = useState(false)
  const all = useSeriesVisits(tab, others.series, isWhole)
  const day = (row: Visit) => <ProviderAppointment visit={row} now={now} parts={parts} isDay />
  const shared = { all, isWhole, setWhole, now }
  if (tab !== 'past')
    return (
      <ProviderAppointment
        visit={visit}
        now={now}
        parts={parts}
        days={
          <SeriesDays
            {...shared}
            title="Next days"
            rows={others.rows}
            count={others.count}
            without={visit.id}
          >
            {day}
          </SeriesDays>
        }
      />
    )
  const { owner } = visit
  const count = others.count + 1
  return (
    <SeriesCard
      appointment={visit}
      portrait={<Portrait person={{ name: owner.name, imageUrl: null }} size={56} />}
      name={owner.name}
      count={count}
      days={
        <>
          {parts.series(visit, now)}
          <SeriesDays {...shared} rows={[visit, ...others.rows]} count={count}>
            {day}
          </SeriesDays>
        </>
      }
    />
  )
}

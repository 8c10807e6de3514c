import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Appointment, ListedAppointment } from '#/appointments/contract.ts'
import type { Trade } from '#/booking/trades.ts'
import { PagedList } from '#/kernel/web/list/PagedList.tsx'
import { Portrait } from '#/kernel/web/Portrait.tsx'
import { useNow } from '#/kernel/web/use-now.ts'
import type { CardParts } from './card-parts.ts'
import { OwnerAppointment } from './OwnerAppointment.tsx'
import { SeriesCard } from './SeriesCard.tsx'
import { SeriesDays } from './SeriesDays.tsx'
import {
  type OwnerTab,
  useAppointments,
  useLinkedAppointment,
  useSeriesAppointments,
} from './useAppointments.ts'
import { loadFailedText } from './words.ts'

type Props = { tab: OwnerTab; trade?: Trade | undefined; parts: CardParts<Appointment> }

export function OwnerAppointments({ tab, trade, parts }: Props) {
  const now = useNow()
  return (
    <PagedList
      failed={loadFailedText}
      keyOf={({ id, others }) => others?.series ?? id}
      countOf={({ others }) => 1 + (others?.count ?? 0)}
      query={useAppointments(tab, trade)}
      linked={useLinkedAppointment()}
      what={{ one: `${tab} appointment`, many: `${tab} appointments` }}
      empty={{
        drawing: 'no-appointments',
        sentence: trade
          ? `You have no ${tab} appointments of this kind.`
          : `You have no ${tab} appointments.`,
        action: (
          <Button component={Link} to="/services">
            Browse services
          </Button>
        ),
      }}
    >
      {(appointment) =>
        appointment.others ? (
          <OwnerSeries
            appointment={appointment}
            others={appointment.others}
            tab={tab}
            now={now}
            parts={parts}
          />
        ) : (
          <OwnerAppointment appointment={appointment} now={now} parts={parts} />
        )
      }
    </PagedList>
  )
}

type SeriesProps = {
  appointment: Appointment
  others: NonNullable<ListedAppointment['others']>
  tab: OwnerTab
  now: Date
  parts: CardParts<Appointment>
}

function OwnerSeries({ appointment, others, tab, now, parts }: SeriesProps) {
  const [isWhole, setWhole] = useState(false)
  const all = useSeriesAppointments(tab, others.series, isWhole)
  const day = (row: Appointment) => <OwnerAppointment appointment={row} now={now} parts={parts} isDay />
  const shared = { all, isWhole, setWhole, now }
  if (tab === 'upcoming')
    return (
      <OwnerAppointment
        appointment={appointment}
        now={now}
        parts={parts}
        days={
          <SeriesDays
            {...shared}
            title="Next days"
            rows={others.rows}
            count={others.count}
            without={appointment.id}
          >
            {day}
          </SeriesDays>
        }
      />
    )
  const { provider } = appointment
  const count = others.count + 1
  return (
    <SeriesCard
      appointment={appointment}
      portrait={<Portrait person={provider} size={56} />}
      name={provider.name}
      count={count}
      days={
        <>
          {parts.series(appointment, now)}
          <SeriesDays {...shared} rows={[appointment, ...others.rows]} count={count}>
            {day}
          </SeriesDays>
        </>
      }
    />
  )
}

import { Button } from '@mantine/core'
import { Link } from 'react-router'
import type { Appointment } from '#/appointments/contract.ts'
import type { Trade } from '#/booking/trades.ts'
import { PagedList } from '#/kernel/web/list/PagedList.tsx'
import { useNow } from '#/kernel/web/use-now.ts'
import type { CardParts } from './card-parts.ts'
import { OwnerAppointment } from './OwnerAppointment.tsx'
import { type OwnerTab, useAppointments } from './useAppointments.ts'
import { loadFailedText } from './words.ts'

type Props = { tab: OwnerTab; trade?: Trade | undefined; parts: CardParts<Appointment> }

export function OwnerAppointments({ tab, trade, parts }: Props) {
  const now = useNow()
  return (
    <PagedList
      failed={loadFailedText}
      query={useAppointments(tab, trade)}
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
      {(appointment) => <OwnerAppointment appointment={appointment} now={now} parts={parts} />}
    </PagedList>
  )
}

import { Button } from '@mantine/core'
import { Link } from 'react-router'
import type { Appointment } from '#/appointments/contract.ts'
import { PagedList } from '#/kernel/web/list/PagedList.tsx'
import { useNow } from '#/kernel/web/use-now.ts'
import type { CardParts } from './card-parts.ts'
import { OwnerAppointment } from './OwnerAppointment.tsx'
import { type OwnerTab, useAppointments } from './useAppointments.ts'
import { loadFailedText } from './words.ts'

type Props = { tab: OwnerTab; parts: CardParts<Appointment> }

export function OwnerAppointments({ tab, parts }: Props) {
  const now = useNow()
  return (
    <PagedList
      failed={loadFailedText}
      query={useAppointments(tab)}
      what={{ one: `${tab} appointment`, many: `${tab} appointments` }}
      empty={{
        drawing: 'no-appointments',
        sentence: `You have no ${tab} appointments.`,
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

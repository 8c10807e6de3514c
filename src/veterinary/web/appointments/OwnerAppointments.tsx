import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { PagedList } from '#/kernel/web/list/PagedList.tsx'
import { OwnerAppointment } from './OwnerAppointment.tsx'
import { type OwnerTab, useAppointments } from './useAppointments.ts'
import { useNow } from './useNow.ts'
import { loadFailedText } from './words.ts'

export function OwnerAppointments({ tab }: { tab: OwnerTab }) {
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
      {(appointment) => <OwnerAppointment appointment={appointment} now={now} />}
    </PagedList>
  )
}

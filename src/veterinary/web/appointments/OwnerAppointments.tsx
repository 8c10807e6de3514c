import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { OwnerAppointment } from './OwnerAppointment.tsx'
import { PagedList } from './PagedList.tsx'
import { type OwnerTab, useAppointments } from './useAppointments.ts'
import { useNow } from './useNow.ts'

export function OwnerAppointments({ tab }: { tab: OwnerTab }) {
  const now = useNow()
  return (
    <PagedList
      query={useAppointments(tab)}
      what={{ one: `${tab} appointment`, many: `${tab} appointments` }}
      empty={{
        sentence: `You have no ${tab} appointments.`,
        action: (
          <Button component={Link} to="/services" prefetch="intent">
            Browse services
          </Button>
        ),
      }}
    >
      {(appointment) => <OwnerAppointment appointment={appointment} now={now} />}
    </PagedList>
  )
}

import { SegmentedControl, Tabs } from '@mantine/core'
import { useSearchParams } from 'react-router'
import { useSession } from '#/accounts/web/index.ts'
import { queryClient } from '#/kernel/web/query-client.ts'
import { Messages } from '#/messaging/web/index.ts'
import { noOwnerText } from '#/pets/text.ts'
import { OwnerAppointments } from '#/veterinary/web/appointments/OwnerAppointments.tsx'
import {
  appointmentsOptions,
  type OwnerTab,
  useWaitingRequests,
  type VetTab,
  visitsOptions,
} from '#/veterinary/web/appointments/useAppointments.ts'
import { VetVisits } from '#/veterinary/web/appointments/VetVisits.tsx'
import css from './AppointmentsPage.module.css'

type Side = 'bookings' | 'visits'

const sides = [
  { value: 'bookings', label: 'My pets’ bookings' },
  { value: 'visits', label: 'My visits' },
]

/** What one has booked and, for someone who is a vet, who comes to them. Side and tab stand in the address. */
export default function AppointmentsPage() {
  const { isVet, side, tab, show } = useAddress()
  const isOwner = Boolean(useSession().user?.records['pet_owner'])
  return (
    <div className={css.page}>
      <div className={css.head}>
        <h1>Appointments</h1>
        {isVet && (
          <SegmentedControl
            aria-label="Whose appointments"
            data={sides}
            value={side}
            className={css.sides}
            onChange={(next) => show({ side: next as Side })}
          />
        )}
      </div>
      {side === 'visits' ? (
        <Visits tab={tab as VetTab} onTab={(next) => show({ side, tab: next })} />
      ) : !isOwner ? (
        <p role="alert">{noOwnerText}</p>
      ) : (
        <Bookings tab={tab as OwnerTab} onTab={(next) => show({ side, tab: next })} />
      )}
      <Messages />
    </div>
  )
}

type ListProps<Tab> = { tab: Tab; onTab: (tab: string) => void }

function Bookings({ tab, onTab }: ListProps<OwnerTab>) {
  const prefetch = (next: OwnerTab) => () => void queryClient.prefetchInfiniteQuery(appointmentsOptions(next))
  return (
    <Tabs value={tab} onChange={(next) => onTab(next!)} keepMounted={false}>
      <Tabs.List className={css.tabs}>
        <Tabs.Tab value="upcoming" onPointerEnter={prefetch('upcoming')}>
          Upcoming
        </Tabs.Tab>
        <Tabs.Tab value="past" onPointerEnter={prefetch('past')}>
          Past
        </Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value={tab}>
        <OwnerAppointments key={tab} tab={tab} />
      </Tabs.Panel>
    </Tabs>
  )
}

function Visits({ tab, onTab }: ListProps<VetTab>) {
  const waiting = useWaitingRequests().count
  const prefetch = (next: VetTab) => () => void queryClient.prefetchInfiniteQuery(visitsOptions(next))
  return (
    <Tabs value={tab} onChange={(next) => onTab(next!)} keepMounted={false}>
      <Tabs.List className={css.tabs}>
        <Tabs.Tab
          value="requests"
          rightSection={waiting && waiting !== '0' && <span className={css.waiting}>{waiting}</span>}
          onPointerEnter={prefetch('requests')}
        >
          Requests
        </Tabs.Tab>
        <Tabs.Tab value="upcoming" onPointerEnter={prefetch('upcoming')}>
          Upcoming
        </Tabs.Tab>
        <Tabs.Tab value="past" onPointerEnter={prefetch('past')}>
          Past
        </Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value={tab}>
        <VetVisits key={tab} tab={tab} linkTo={(other) => `?side=visits&tab=${other}`} />
      </Tabs.Panel>
    </Tabs>
  )
}

const tabsOf: Readonly<Record<Side, readonly string[]>> = {
  bookings: ['upcoming', 'past'],
  visits: ['requests', 'upcoming', 'past'],
}

/** The record decides whether there is a vet's side at all; the role worn now, only which side comes first. */
function useAddress() {
  const [params, setParams] = useSearchParams()
  const { user } = useSession()
  const isVet = Boolean(user?.records['veterinary_doctor'])
  const first: Side = user?.role === 'veterinary_doctor' ? 'visits' : 'bookings'
  const asked = params.get('side')
  const side: Side = !isVet ? 'bookings' : asked === 'bookings' || asked === 'visits' ? asked : first
  const known = tabsOf[side]
  const tab = known.find((name) => name === params.get('tab')) ?? known[0]!
  const show = (next: Record<string, string>) => setParams(next, { replace: true, preventScrollReset: true })
  return { isVet, side, tab, show }
}

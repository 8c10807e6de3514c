import { SegmentedControl, Tabs } from '@mantine/core'
import { Link, useSearchParams } from 'react-router'
import { useSession } from '#/accounts/web/index.ts'
import { OwnerAppointments } from '#/appointments/web/OwnerAppointments.tsx'
import { ProviderAppointments } from '#/appointments/web/ProviderAppointments.tsx'
import {
  appointmentsOptions,
  type OwnerTab,
  useWaitingRequests,
  type VisitTab,
  visitsOptions,
} from '#/appointments/web/useAppointments.ts'
import { queryClient } from '#/kernel/web/query-client.ts'
import { Messages } from '#/messaging/web/index.ts'
import { noOwnerText } from '#/pets/text.ts'
import css from './AppointmentsPage.module.css'
import { ownerParts, providerParts } from './appointment-parts.tsx'
import { sidesOf } from './sides.ts'

type Side = 'bookings' | 'visits'

const sides = [
  { value: 'bookings', label: 'My pets’ bookings' },
  { value: 'visits', label: 'Bookings with me' },
]

/** The user's bookings and, for providers, those with them. The address holds side and tab. */
export default function AppointmentsPage() {
  const { isProvider, side, tab, show } = useAddress()
  const isOwner = Boolean(useSession().user?.records['pet_owner'])
  return (
    <div className={css.page}>
      <div className={css.head}>
        <h1>Appointments</h1>
        <Link to={side === 'visits' ? '/packages?tab=sold' : '/packages?tab=mine'}>Packages</Link>
        {isProvider && (
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
        <Visits tab={tab as VisitTab} onTab={(next) => show({ side, tab: next })} />
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
        <OwnerAppointments key={tab} tab={tab} parts={ownerParts} />
      </Tabs.Panel>
    </Tabs>
  )
}

function Visits({ tab, onTab }: ListProps<VisitTab>) {
  const waiting = useWaitingRequests().count
  const prefetch = (next: VisitTab) => () => void queryClient.prefetchInfiniteQuery(visitsOptions(next))
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
        <ProviderAppointments
          key={tab}
          tab={tab}
          linkTo={(other) => `?side=visits&tab=${other}`}
          parts={providerParts}
        />
      </Tabs.Panel>
    </Tabs>
  )
}

const tabsOf: Readonly<Record<Side, readonly string[]>> = {
  bookings: ['upcoming', 'past'],
  visits: ['requests', 'upcoming', 'past'],
}

/** Records decide whether there is a provider's side; the current role only decides which side comes first. */
function useAddress() {
  const [params, setParams] = useSearchParams()
  const { user } = useSession()
  const { isProvider, wearsProvidersHat } = sidesOf(user)
  const first: Side = wearsProvidersHat ? 'visits' : 'bookings'
  const asked = params.get('side')
  const side: Side = !isProvider ? 'bookings' : asked === 'bookings' || asked === 'visits' ? asked : first
  const known = tabsOf[side]
  const tab = known.find((name) => name === params.get('tab')) ?? known[0]!
  const show = (next: Record<string, string>) => setParams(next, { replace: true, preventScrollReset: true })
  return { isProvider, side, tab, show }
}

import { NativeSelect, SegmentedControl, Tabs } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useSession } from '#/accounts/web/index.ts'
import { OwnerAppointments } from '#/appointments/web/OwnerAppointments.tsx'
import { ProviderAppointments } from '#/appointments/web/ProviderAppointments.tsx'
import {
  appointmentsOptions,
  type OwnerTab,
  useKinds,
  type VisitTab,
  visitsOptions,
} from '#/appointments/web/useAppointments.ts'
import { type Trade, takesRequests, trades, tradesOf } from '#/booking/trades.ts'
import { onDemand, useOnDemand } from '#/kernel/web/on-demand.ts'
import { queryClient } from '#/kernel/web/query-client.ts'
import { Messages } from '#/messaging/web/index.ts'
import { noOwnerText } from '#/pets/text.ts'
import type { MeetSide } from '#/sitting/meet.ts'
import type { MeetTab } from '#/sitting/meet-contract.ts'
import { MeetGreets } from '#/sitting/web/meet/MeetGreets.tsx'
import { useLinkedMeet, useMeets } from '#/sitting/web/meet/meets.ts'
import css from './AppointmentsPage.module.css'
import { ownerParts, providerParts } from './appointment-parts.tsx'
import { sidesOf } from './sides.ts'
import { useWaiting } from './use-meet-rows.ts'

type Side = 'bookings' | 'visits'

const sides = [
  { value: 'bookings', label: 'My pets’ bookings' },
  { value: 'visits', label: 'Bookings with me' },
]

const kindNames: Readonly<Record<Trade, string>> = {
  veterinary: 'Vet visits',
  training: 'Training sessions',
  styling: 'Styling',
  sitting: 'Pet sitting',
}

/** Shows the user's bookings and, to providers, those with them. The URL holds side, tab and kind. */
export default function AppointmentsPage() {
  const visit = useSearchParams()[0].get('visit')
  return visit ? <VisitCard key={visit} appointmentId={visit} /> : <AllAppointments />
}

const visitView = onDemand(() => import('#/sitting/web/card/VisitView.tsx'))

function VisitCard({ appointmentId }: { appointmentId: string }) {
  const VisitView = useOnDemand(visitView)
  return VisitView ? (
    <VisitView appointmentId={appointmentId} />
  ) : (
    <p role="status">Loading the visit card...</p>
  )
}

function AllAppointments() {
  const { isProvider, hasRequests, side, tab, trade, kinds, show } = useAddress()
  const { user } = useSession()
  const isOwner = Boolean(user?.records['pet_owner'])
  const sellsPackages = Boolean(user?.records['pet_trainer'])
  return (
    <div className={css.page}>
      <div className={css.head}>
        <h1>Appointments</h1>
        {(side === 'bookings' || sellsPackages) && (
          <Link to={side === 'visits' ? '/packages?tab=sold' : '/packages?tab=mine'}>Packages</Link>
        )}
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
      {kinds.length > 1 && (
        <NativeSelect
          label="Kind"
          className={css.kind}
          value={trade ?? ''}
          data={[
            { value: '', label: 'All kinds' },
            ...kinds.map((kind) => ({ value: kind, label: kindNames[kind] })),
          ]}
          onChange={(event) => show({ side, tab, kind: event.currentTarget.value })}
        />
      )}
      {side === 'visits' ? (
        <Visits
          tab={tab as VisitTab}
          trade={trade}
          hasRequests={hasRequests}
          onTab={(next) => show({ side, tab: next, kind: trade ?? '' })}
        />
      ) : !isOwner ? (
        <p role="alert">{noOwnerText}</p>
      ) : (
        <Bookings
          tab={tab as OwnerTab}
          trade={trade}
          onTab={(next) => show({ side, tab: next, kind: trade ?? '' })}
        />
      )}
      <Messages />
    </div>
  )
}

type ListProps<Tab> = { tab: Tab; trade: Trade | undefined; onTab: (tab: string) => void }

function Bookings({ tab, trade, onTab }: ListProps<OwnerTab>) {
  const prefetch = (next: OwnerTab) => () =>
    void queryClient.prefetchInfiniteQuery(appointmentsOptions(next, trade))
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
        <WithMeets side="owner" tab={tab === 'upcoming' ? 'open' : 'past'} trade={trade}>
          <OwnerAppointments key={tab} tab={tab} trade={trade} parts={ownerParts} />
        </WithMeets>
      </Tabs.Panel>
    </Tabs>
  )
}

function Visits({ tab, trade, hasRequests, onTab }: ListProps<VisitTab> & { hasRequests: boolean }) {
  const prefetch = (next: VisitTab) => () =>
    void queryClient.prefetchInfiniteQuery(visitsOptions(next, trade))
  return (
    <Tabs value={tab} onChange={(next) => onTab(next!)} keepMounted={false}>
      <Tabs.List className={css.tabs}>
        <Tabs.Tab value="upcoming" onPointerEnter={prefetch('upcoming')}>
          Upcoming
        </Tabs.Tab>
        {hasRequests && (
          <Tabs.Tab value="requests" rightSection={<WaitingCount />} onPointerEnter={prefetch('requests')}>
            Requests
          </Tabs.Tab>
        )}
        <Tabs.Tab value="past" onPointerEnter={prefetch('past')}>
          Past
        </Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value={tab}>
        <WithMeets side="sitter" tab={tab} trade={trade}>
          <ProviderAppointments
            key={tab}
            tab={tab}
            trade={trade}
            other={tab !== 'upcoming' ? 'upcoming' : hasRequests ? 'requests' : 'past'}
            linkTo={(other) => `?side=visits&tab=${other}${trade ? `&kind=${trade}` : ''}`}
            parts={providerParts}
          />
        </WithMeets>
      </Tabs.Panel>
    </Tabs>
  )
}

type MeetsProps = { side: MeetSide; tab: MeetTab; trade: Trade | undefined; children: ReactNode }

/**
 * Shows meet & greets above the appointments; to a sitter who sees what is next, below them. Both come together, so that
 * nothing jumps.
 */
function WithMeets({ side, tab, trade, children }: MeetsProps) {
  const isSitter = Boolean(useSession().user?.records['pet_sitter'])
  const mayHaveSome = (!trade || trade === 'sitting') && (side === 'owner' || isSitter)
  const query = useMeets(side, tab, mayHaveSome)
  const linked = useLinkedMeet(side)
  const meets = mayHaveSome && <MeetGreets query={query} linked={linked} />
  const areLast = tab === 'upcoming'
  return (
    <>
      {!areLast && meets}
      {query.data?.pages[0]?.rows.length ? <h2 className={css.bookings}>Bookings</h2> : null}
      <div hidden={mayHaveSome && query.isPending && query.failureCount === 0}>{children}</div>
      {areLast && meets}
    </>
  )
}

function WaitingCount() {
  const { count } = useWaiting()
  return count && count !== '0' && <span className={css.waiting}>{count}</span>
}

const tabsOf: Readonly<Record<Side, readonly string[]>> = {
  bookings: ['upcoming', 'past'],
  visits: ['upcoming', 'requests', 'past'],
}

/** Records decide whether there is a provider's side; the current role only decides which side comes first. */
function useAddress() {
  const [params, setParams] = useSearchParams()
  const { user } = useSession()
  const { isProvider, wearsProvidersHat } = sidesOf(user)
  const first: Side = wearsProvidersHat ? 'visits' : 'bookings'
  const asked = params.get('side')
  const side: Side = !isProvider ? 'bookings' : asked === 'bookings' || asked === 'visits' ? asked : first
  const trade = trades.find((kind) => kind === params.get('kind'))
  const own = tradesOf(user?.records ?? {})
  const hasRequests = (trade ? [trade] : own).some(takesRequests)
  const known = tabsOf[side].filter((name) => name !== 'requests' || hasRequests)
  const tab = known.find((name) => name === params.get('tab')) ?? known[0]!
  const booked = useKinds(side === 'bookings' && Boolean(user?.records['pet_owner']))
  const kinds = side === 'visits' ? own : booked
  const show = ({ kind, ...next }: Record<string, string>) =>
    setParams({ ...next, ...(kind ? { kind } : {}) }, { replace: true, preventScrollReset: true })
  // A kind in the URL always shows its filter, so that it can be removed.
  return {
    isProvider,
    hasRequests,
    side,
    tab,
    trade,
    kinds: trade && kinds.length < 2 ? trades : kinds,
    show,
  }
}

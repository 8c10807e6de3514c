import { Button, NativeSelect, Tabs } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { useSession } from '#/accounts/web/index.ts'
import { useOwnPosition } from '#/appointments/web/index.ts'
import { MINUTE } from '#/kernel/duration.ts'
import { byCursor } from '#/kernel/web/list/by-cursor.ts'
import { PagedList } from '#/kernel/web/list/PagedList.tsx'
import { useNow } from '#/kernel/web/use-now.ts'
import { LocationLine } from '#/location/web/index.ts'
import { species as allSpecies, type Species } from '#/pets/rules.ts'
import { speciesText } from '#/pets/text.ts'
import { photoNeededText, reportNeedsText } from '#/reports/needs-text.ts'
import { distances, periods } from '#/reports/rules.ts'
import { loadFailedText } from '#/reports/text.ts'
import { Alerts } from './list/Alerts.tsx'
import { AlertsOffer } from './list/AlertsOffer.tsx'
import { type ListAddress, readAddress, searchOf, type Tab } from './list/address.ts'
import { ReportCard } from './list/ReportCard.tsx'
import { ReportsMap } from './list/ReportsMap.tsx'
import css from './ReportsPage.module.css'
import { reports } from './reports.ts'

const tabNames: Readonly<Record<Tab, string>> = { lost: 'Lost', found: 'Found', mine: 'Mine' }

/** Lists lost and found pets nearby, and the person's own reports. The URL holds tab and filters. */
export default function ReportsPage() {
  const [params, setParams] = useSearchParams()
  const { user, state } = useSession()
  const address = readAddress(params)
  // From the browser's address, so that a second change doesn't undo one that isn't shown yet.
  const show = (part: Partial<ListAddress>) =>
    setParams(searchOf({ ...readAddress(new URLSearchParams(window.location.search)), ...part }), {
      replace: true,
      preventScrollReset: true,
    })
  const known: Tab[] = user ? ['lost', 'found', 'mine'] : ['lost', 'found']
  const tab = known.includes(address.tab) ? address.tab : 'lost'
  return (
    <div className={css.page}>
      <header className={css.head}>
        <div>
          <h1>Pet reports</h1>
          <p className={css.lead}>Lost and found pets. Please look twice: someone is waiting for them.</p>
          <LocationLine />
          <p className={css.lead}>{state === 'signed-in' ? photoNeededText : reportNeedsText}</p>
        </div>
        <Button component={Link} to="/pet-reports/create" color="marigold">
          Report a pet
        </Button>
      </header>
      <AlertsOffer />
      <Tabs value={tab} onChange={(next) => show({ tab: next as Tab })} keepMounted={false}>
        <Tabs.List className={css.tabs}>
          {known.map((one) => (
            <Tabs.Tab key={one} value={one}>
              {tabNames[one]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={tab}>
          {state !== 'loading' &&
            (tab === 'mine' ? <Mine /> : <Others address={{ ...address, tab }} onChange={show} />)}
        </Tabs.Panel>
      </Tabs>
      {user && tab === 'lost' && <Alerts userId={user.id} />}
    </div>
  )
}

const paged = {
  ...byCursor,
  // Long enough that going back shows the list as it was.
  gcTime: 15 * MINUTE,
}

type OthersProps = { address: ListAddress; onChange(part: Partial<ListAddress>): void }

function Others({ address, onChange }: OthersProps) {
  const { tab, species, within, days, isMap } = address
  const isWide = useMediaQuery('(min-width: 62em)', undefined, { getInitialValueInEffect: false })
  const status = tab === 'found' ? 'found' : 'lost'
  const { user } = useSession()
  const place = useOwnPosition(user?.id ?? null)
  const mine = useQuery({ ...reports.query.mine.queryOptions({ input: {} }), enabled: Boolean(user) })
  const own = mine.data?.rows.filter((one) => one.status === status && one.state === 'active').length ?? 0
  const other = own > 0 ? 'other ' : ''
  const now = useNow()
  const near = place && { lat: place.lat, lon: place.lon, ...(within !== null && { within }) }
  const query = useInfiniteQuery({
    ...reports.query.reports.infiniteOptions({
      input: (cursor: string | undefined) => ({
        status,
        cursor,
        ...near,
        ...(species && { species }),
        ...(days !== null && { days }),
      }),
      ...paged,
      enabled: place !== undefined,
    }),
    placeholderData: keepPreviousData,
  })
  const isNarrow = species !== null || days !== null || Boolean(place && within !== null)
  return (
    <>
      <search className={css.filters} aria-label="Filter pet reports">
        <NativeSelect
          label="Species"
          value={species ?? ''}
          data={[
            { value: '', label: 'All' },
            ...allSpecies.map((one) => ({ value: one, label: speciesText[one] })),
          ]}
          onChange={(event) => onChange({ species: (event.currentTarget.value || null) as Species | null })}
        />
        <NativeSelect
          label="Distance"
          value={place && within !== null ? String(within) : ''}
          disabled={!place}
          data={[
            ...distances.map((km) => ({ value: String(km), label: `Within ${km} km` })),
            { value: '', label: 'Everywhere' },
          ]}
          onChange={(event) => onChange({ within: Number(event.currentTarget.value) || null })}
        />
        <NativeSelect
          label="Reported"
          value={days ?? ''}
          data={[
            { value: '', label: 'Any time' },
            ...periods.map((one) => ({ value: String(one), label: `Last ${one} days` })),
          ]}
          onChange={(event) => onChange({ days: Number(event.currentTarget.value) || null })}
        />
        {!isWide && (
          <Button variant="default" aria-expanded={isMap} onClick={() => onChange({ isMap: !isMap })}>
            {isMap ? 'Hide map' : 'Show map'}
          </Button>
        )}
      </search>
      {own > 0 && (
        <p className={css.own}>
          Your own {own === 1 ? 'report is' : 'reports are'} under{' '}
          <Link to="/pet-reports?tab=mine">Mine</Link>.
        </p>
      )}
      <div className={css.split}>
        {(isWide || isMap) && place !== undefined && (
          <aside className={css.map}>
            <ReportsMap filter={{ status, species, days }} place={place} within={within} now={now} />
          </aside>
        )}
        <PagedList
          tiles
          query={query}
          what={{ one: 'report', many: 'reports' }}
          empty={{
            drawing: 'no-results',
            sentence: isNarrow
              ? `No ${other}${status} pets here with these filters.`
              : `No ${other}${status} pets have been reported.`,
            action: isNarrow ? (
              <Button variant="default" onClick={() => onChange({ species: null, within: null, days: null })}>
                Show all
              </Button>
            ) : (
              <Button component={Link} to={`/pet-reports/create?status=${status}`} variant="default">
                Report a {status} pet
              </Button>
            ),
          }}
          failed={loadFailedText}
        >
          {(report) => <ReportCard report={report} now={now} />}
        </PagedList>
      </div>
    </>
  )
}

function Mine() {
  const now = useNow()
  const query = useInfiniteQuery(
    reports.query.mine.infiniteOptions({ input: (cursor: string | undefined) => ({ cursor }), ...paged }),
  )
  return (
    <PagedList
      tiles
      query={query}
      what={{ one: 'report', many: 'reports' }}
      empty={{
        drawing: 'no-pets',
        sentence: 'You haven’t reported a pet.',
        action: (
          <Button component={Link} to="/pet-reports/create">
            Report a pet
          </Button>
        ),
      }}
      failed={loadFailedText}
    >
      {(report) => <ReportCard report={report} now={now} />}
    </PagedList>
  )
}

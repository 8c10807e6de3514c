import { Button, NativeSelect } from '@mantine/core'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import type { DeskIncident } from '#/care/desk.ts'
import { kindText, severityText } from '#/care/incidents.ts'
import { unknownErrorText } from '#/kernel/text.ts'
import { PagedList } from '#/kernel/web/list/PagedList.tsx'
import { momentText } from '#/kernel/web/own-clock.ts'
import { admin } from './admin.ts'
import { Chip } from './Chip.tsx'
import css from './Desk.module.css'
import own from './Ratings.module.css'
import { RemoveIncident } from './RemoveIncident.tsx'
import { SearchField } from './SearchField.tsx'
import { appointmentAddress, userAddress } from './words.ts'

export function IncidentsView() {
  const [params, setParams] = useSearchParams()
  const search = params.get('q') ?? ''
  const isRemoved = params.get('show') === 'removed'
  const show = (next: { q?: string; show?: string }) => {
    const all = { view: 'incidents', q: search, show: isRemoved ? 'removed' : '', ...next }
    setParams(Object.fromEntries(Object.entries(all).filter(([, value]) => value)), {
      replace: true,
      preventScrollReset: true,
    })
  }
  const query = useInfiniteQuery({
    ...admin.query.incidents.infiniteOptions({
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
      input: (cursor) => ({
        cursor,
        ...(search && { search }),
        ...(isRemoved && { show: 'removed' as const }),
      }),
      refetchOnWindowFocus: 'always',
    }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <h1>Incidents</h1>
      <p className={css.lead}>
        {isRemoved
          ? 'The last removed come first. Only admins can see them.'
          : 'What providers noted about visits, the latest first.'}
      </p>
      <search className={css.filters}>
        <SearchField
          search={search}
          description="Part of the provider’s or the owner’s name"
          onSearch={(q) => show({ q })}
        />
        <NativeSelect
          label="Show"
          value={isRemoved ? 'removed' : ''}
          data={[
            { value: '', label: 'Not removed' },
            { value: 'removed', label: 'Removed' },
          ]}
          onChange={({ currentTarget: { value } }) => show({ show: value })}
        />
      </search>
      <PagedList
        query={query}
        what={{ one: 'incident', many: 'incidents' }}
        failed={unknownErrorText}
        empty={{
          drawing: 'no-results',
          sentence: search
            ? `We couldn’t find ${isRemoved ? 'a removed' : 'an'} incident with a name that has “${search}”.`
            : isRemoved
              ? 'No incident has been removed.'
              : 'No incident has been noted yet.',
          action: search && (
            <Button variant="default" onClick={() => show({ q: '' })}>
              Show all incidents
            </Button>
          ),
        }}
      >
        {(incident) => <Shown incident={incident} />}
      </PagedList>
    </>
  )
}

function Shown({ incident }: { incident: DeskIncident }) {
  const { id, at, owner, provider, pet, kind, severity, removed } = incident
  const ownerName = owner.name || 'No name'
  return (
    <article
      className={`${css.row} ${css.card}`}
      tabIndex={-1}
      aria-label={`Incident with ${pet} noted by ${provider.name}`}
    >
      <div className={css.cardHead}>
        <h2>
          <Link to={userAddress(provider.id)}>{provider.name}</Link> about {pet} of{' '}
          <Link to={userAddress(owner.id)}>{ownerName}</Link>
        </h2>
        {removed && <Chip kind="bad">Removed</Chip>}
      </div>
      <p className={css.soft}>
        {kindText[kind]}, {severityText[severity].toLowerCase()} · {momentText(at)} ·{' '}
        <Link to={appointmentAddress(incident.bookingId)}>Appointment</Link>
      </p>
      <p className={own.words}>“{incident.happened}”</p>
      <p className={own.words}>Done: “{incident.done}”</p>
      {incident.addenda.map((text) => (
        <p key={text} className={own.words}>
          Addendum: “{text}”
        </p>
      ))}
      {incident.answer !== null && (
        <div className={own.reply}>
          <p className={css.soft}>Answer by {ownerName}</p>
          <p className={own.words}>“{incident.answer}”</p>
        </div>
      )}
      {removed ? (
        <p className={own.words}>
          Removed by {removed.by}, {momentText(removed.at)}: {removed.reason}
        </p>
      ) : (
        <div className={own.buttons}>
          <RemoveIncident id={id} pet={pet} provider={provider.name} />
        </div>
      )}
    </article>
  )
}

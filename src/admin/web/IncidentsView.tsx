import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { DeskIncident } from '#/care/desk.ts'
import { kindText, severityText } from '#/care/incidents.ts'
import { momentText } from '#/kernel/web/own-clock.ts'
import { admin } from './admin.ts'
import { Chip } from './Chip.tsx'
import css from './Desk.module.css'
import own from './Removable.module.css'
import { RemovableList, Removal, useRemovable } from './Removable.tsx'
import { RemoveIncident } from './RemoveIncident.tsx'
import { appointmentAddress, userAddress } from './words.ts'

export function IncidentsView() {
  const filter = useRemovable('incidents')
  const { search, isRemoved } = filter
  const query = useInfiniteQuery({
    ...admin.query.incidents.infiniteOptions({
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
      input: filter.input,
      refetchOnWindowFocus: 'always',
    }),
    placeholderData: keepPreviousData,
  })
  return (
    <RemovableList
      filter={filter}
      query={query}
      what={{ one: 'incident', many: 'incidents' }}
      title="Incidents"
      lead="What providers noted about visits, the latest first."
      searched="Part of the provider’s or the owner’s name"
      kept="Not removed"
      notFound={`We couldn’t find ${isRemoved ? 'a removed' : 'an'} incident with a name that has “${search}”.`}
      empty="No incident has been noted yet."
    >
      {(incident) => <Shown incident={incident} />}
    </RemovableList>
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
        <Removal removal={removed} />
      ) : (
        <div className={own.buttons}>
          <RemoveIncident id={id} pet={pet} provider={provider.name} />
        </div>
      )}
    </article>
  )
}

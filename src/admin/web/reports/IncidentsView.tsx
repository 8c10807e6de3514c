import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { admin } from '#/admin/web/frame/admin.ts'
import { Chip } from '#/admin/web/frame/Chip.tsx'
import { Decide } from '#/admin/web/frame/Decide.tsx'
import css from '#/admin/web/frame/Desk.module.css'
import { DeskCard } from '#/admin/web/frame/DeskList.tsx'
import { deskPages } from '#/admin/web/frame/desk-pages.ts'
import own from '#/admin/web/frame/Removable.module.css'
import { RemovableList, Removal, useRemovable } from '#/admin/web/frame/Removable.tsx'
import { appointmentAddress, userAddress } from '#/admin/web/frame/words.ts'
import type { DeskIncident } from '#/care/desk.ts'
import { kindText, severityText } from '#/care/incidents.ts'
import { momentText } from '#/kernel/web/own-clock.ts'

export function IncidentsView() {
  const filter = useRemovable('incidents')
  const { search, isRemoved } = filter
  const query = useInfiniteQuery(
    admin.query.incidents.infiniteOptions({
      ...deskPages,
      input: filter.input,
    }),
  )
  return (
    <RemovableList
      filter={filter}
      query={query}
      what={{ one: 'incident', many: 'incidents' }}
      title="Incidents"
      lead="Incidents that providers noted at visits, latest first."
      searched="Part of the provider’s or owner’s name"
      kept="Not removed"
      notFound={`We couldn’t find any ${isRemoved ? 'removed ' : ''}incidents for “${search}”.`}
      empty="No incidents have been noted yet."
    >
      {(incident) => <Shown incident={incident} />}
    </RemovableList>
  )
}

function Shown({ incident }: { incident: DeskIncident }) {
  const { id, at, owner, provider, pet, kind, severity, answeredAt, removed } = incident
  return (
    <DeskCard
      label={`Incident with ${pet} noted by ${provider.name}`}
      heading={`Incident with ${pet}`}
      chip={removed && <Chip kind="bad">Removed</Chip>}
    >
      <p className={css.soft}>
        {kindText[kind]}, {severityText[severity].toLowerCase()} · {momentText(at)} ·{' '}
        <Link to={appointmentAddress(incident.bookingId)}>Appointment</Link>
      </p>
      <p>
        Noted by <Link to={userAddress(provider.id)}>{provider.name}</Link> · Owner:{' '}
        <Link to={userAddress(owner.id)}>{owner.name || 'No name'}</Link>
      </p>
      <Words title="What happened">{incident.happened}</Words>
      <Words title="What was done">{incident.done}</Words>
      {answeredAt && <Words title={`Owner’s answer, ${momentText(answeredAt)}`}>{incident.answer}</Words>}
      {incident.addenda.map((addendum) => (
        <Words key={addendum.id} title={`Addendum, ${momentText(addendum.at)}`}>
          {addendum.text}
        </Words>
      ))}
      {removed ? (
        <Removal removal={removed} />
      ) : (
        <div className={own.buttons}>
          <Decide
            call={admin.call.removeIncident}
            input={{ id }}
            label="Remove incident"
            spoken={`Remove incident with ${pet} noted by ${provider.name}`}
            title="Remove this incident?"
            reasonHint="We’ll tell both of them the reason, and keep it in the audit log."
            confirm="Remove"
            busy="Removing..."
            told="The incident is removed."
          >
            <p>
              The owner and the provider will no longer see it, and later providers won’t be warned. You can’t
              undo this.
            </p>
          </Decide>
        </div>
      )}
    </DeskCard>
  )
}

function Words({ title, children }: { title: string; children: string | null }) {
  return (
    <div className={own.reply}>
      <h3 className={css.soft}>{title}</h3>
      <p className={own.words}>{children}</p>
    </div>
  )
}

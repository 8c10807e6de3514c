import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { admin } from '#/admin/web/frame/admin.ts'
import { Chip } from '#/admin/web/frame/Chip.tsx'
import { Decide } from '#/admin/web/frame/Decide.tsx'
import css from '#/admin/web/frame/Desk.module.css'
import { deskPages } from '#/admin/web/frame/desk-pages.ts'
import own from '#/admin/web/frame/Removable.module.css'
import { RemovableList, Removal, useRemovable } from '#/admin/web/frame/Removable.tsx'
import { userAddress } from '#/admin/web/frame/words.ts'
import { momentText } from '#/kernel/web/own-clock.ts'
import { speciesText } from '#/pets/text.ts'
import type { DeskPetReport } from '#/reports/desk.ts'
import { statusText } from '#/reports/text.ts'
import { PetReportEntries } from './PetReportEntries.tsx'
import { RemoveEntry } from './RemoveEntry.tsx'

export function PetReportsView() {
  const filter = useRemovable('pet-reports')
  const { search, isRemoved } = filter
  const query = useInfiniteQuery(
    admin.query.petReports.infiniteOptions({
      ...deskPages,
      input: filter.input,
    }),
  )
  return (
    <RemovableList
      filter={filter}
      query={query}
      what={{ one: 'pet report', many: 'pet reports' }}
      title="Pet reports"
      lead="Lost and found pets. The latest, and those complained about last, come first."
      searched="Part of the pet’s or reporter’s name"
      kept="Not removed"
      notFound={`We couldn’t find any ${isRemoved ? 'removed ' : ''}pet reports for “${search}”.`}
      empty="No pets have been reported yet."
    >
      {(report) => <Shown report={report} />}
    </RemovableList>
  )
}

function Shown({ report }: { report: DeskPetReport }) {
  const { id, status, petName, species, breed, area, createdAt, reporter, story, complaints, removed } =
    report
  const open = complaints.filter(({ closed }) => !closed).length
  const pet = petName ?? speciesText[species].toLowerCase()
  return (
    <article className={`${css.row} ${css.card}`} tabIndex={-1} aria-label={`Report of ${pet}`}>
      <div className={css.cardHead}>
        <h2>
          {statusText[status]}: {petName ?? speciesText[species]}
        </h2>
        {removed && <Chip kind="bad">Removed</Chip>}
        {!removed && open > 0 && <Chip kind="warn">{`${open} complained`}</Chip>}
      </div>
      <p className={css.soft}>
        {speciesText[species]}
        {breed && `, ${breed}`} · {area} · {momentText(createdAt)}
        {!removed && (
          <>
            {' '}
            · <Link to={`/pet-reports/${id}`}>Report</Link>
          </>
        )}
      </p>
      <p>
        Reported by <Link to={userAddress(reporter.id)}>{reporter.name || 'No name'}</Link>
      </p>
      {story && <p className={own.words}>{story}</p>}
      {complaints.map((complaint) => (
        <div key={complaint.id} className={own.reply}>
          <h3 className={css.soft}>
            Complaint{complaint.sighting && ' about a sighting without an account'},{' '}
            {momentText(complaint.at)}
          </h3>
          {complaint.sighting && <p className={own.words}>“{complaint.sighting.text}”</p>}
          <p className={own.words}>{complaint.reason}</p>
          {complaint.closed ? (
            <p className={css.soft}>
              {outcomeOf(complaint)}, {momentText(complaint.closed.at)}
            </p>
          ) : (
            complaint.sighting?.isThere && (
              <div className={own.buttons}>
                <RemoveEntry id={complaint.sighting.id} kind="sighting" writer={null} pet={pet} />
              </div>
            )
          )}
        </div>
      ))}
      {removed ? (
        <Removal removal={removed} />
      ) : (
        <PetReportEntries id={id} pet={pet}>
          {open > 0 && (
            <Decide
              call={admin.call.keepPetReport}
              input={{ id }}
              label="Keep report"
              spoken={`Keep the report of ${pet} by ${reporter.name}`}
              title="Keep this report?"
              reasonHint="We keep it in the audit log. Nobody else sees it."
              color="teal"
              confirm="Keep and close complaints"
              busy="Closing..."
              told="The complaints are closed."
            >
              <p>We’ll tell everyone who complained that we found nothing against our rules.</p>
            </Decide>
          )}
          <Decide
            call={admin.call.removePetReport}
            input={{ id }}
            label="Remove report"
            spoken={`Remove the report of ${pet} by ${reporter.name}`}
            title="Remove this report?"
            reasonHint="We’ll tell the reporter the reason, and keep it in the audit log."
            confirm="Remove"
            busy="Removing..."
            told="The report is removed."
          >
            <p>Nobody will see it any more, not even the reporter. You can’t undo this.</p>
          </Decide>
        </PetReportEntries>
      )}
    </article>
  )
}

function outcomeOf({ closed, sighting }: DeskPetReport['complaints'][number]): string {
  if (closed?.outcome !== 'acted') return sighting ? 'We kept the sighting' : 'We kept the report'
  return sighting ? 'The sighting was removed' : 'We removed the report'
}

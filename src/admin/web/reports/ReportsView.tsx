import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { admin } from '#/admin/web/frame/admin.ts'
import { Chip } from '#/admin/web/frame/Chip.tsx'
import css from '#/admin/web/frame/Desk.module.css'
import { DeskCard, DeskList } from '#/admin/web/frame/DeskList.tsx'
import { countText, deskPages } from '#/admin/web/frame/desk-pages.ts'
import { FilterSelect } from '#/admin/web/frame/FilterSelect.tsx'
import { useFilters } from '#/admin/web/frame/use-filters.ts'
import { appointmentAddress, outcomeName, publicPage, userAddress } from '#/admin/web/frame/words.ts'
import { formatInstant } from '#/kernel/time.ts'
import { momentText } from '#/kernel/web/own-clock.ts'
import { type Said, Thread } from '#/kernel/web/Thread.tsx'
import { useFreshLinks } from '#/kernel/web/use-fresh-links.ts'
import type { Report } from '#/messaging/desk.ts'
import { meetTrade, reportTrade } from '#/messaging/rules.ts'
import { bookingReportText, profileReportText } from '#/messaging/text.ts'
import own from './Reports.module.css'
import { ResolveReport } from './ResolveReport.tsx'

const options = (show?: 'done') =>
  admin.query.reports.infiniteOptions({
    ...deskPages,
    input: (cursor) => ({ ...(show && { show }), cursor }),
  })

/** Counts waiting reports: '3', '20+', '0', or undefined while unknown. */
export function useReported(): string | undefined {
  return countText(useInfiniteQuery(options()).data?.pages[0])
}

export function ReportsView() {
  const { filters, go } = useFilters('reports', ['show'])
  const isDone = filters.show === 'done'
  const query = useInfiniteQuery(options(isDone ? 'done' : undefined))
  useFreshLinks(query)
  return (
    <DeskList
      title="Reports"
      lead={
        isDone
          ? 'The most recently resolved come first.'
          : 'Reported messages, people, bookings and profiles, oldest first. We tell the reporter the outcome, and don’t notify the person they reported.'
      }
      query={query}
      what={{ one: 'report', many: 'reports' }}
      filters={
        <FilterSelect
          value={isDone ? 'done' : ''}
          options={{ '': 'Waiting', done: 'Resolved' }}
          onChange={(value) => go({ show: value })}
        />
      }
      empty={isDone ? 'No report has been resolved yet.' : 'There are no reports waiting.'}
      drawing={isDone ? 'no-results' : 'success'}
    >
      {(report) => <Shown report={report} />}
    </DeskList>
  )
}

const aboutText = ({ trade, startsAt, timeZone }: NonNullable<Report['booking']>) =>
  trade === reportTrade
    ? 'a pet report'
    : `a ${trade === meetTrade ? 'meet & greet' : 'booking'} on ${formatInstant(startsAt, timeZone)}`

const nameOf = ({ name }: { name: string }) => name || 'No name'

function Shown({ report }: { report: Report }) {
  const { id, at, reason, isOfMessage, profile, reporter, reported, booking, said, evidence, resolved } =
    report
  const page = profile?.provider && publicPage(profile.provider)
  return (
    <DeskCard
      label={`Report about ${nameOf(reported)}`}
      heading={
        <>
          <Link to={userAddress(reporter.id)}>{nameOf(reporter)}</Link> reports{' '}
          {isOfMessage && 'a message from '}
          {profile && 'the profile of '}
          <Link to={userAddress(reported.id)}>{nameOf(reported)}</Link>
        </>
      }
      chip={resolved ? <Chip kind="good">Resolved</Chip> : <Chip kind="warn">Waiting</Chip>}
    >
      <p className={css.soft}>
        {momentText(at)}
        {booking && ` · about ${aboutText(booking)}`}
        {booking && booking.trade !== reportTrade && booking.trade !== meetTrade && (
          <>
            {' · '}
            <Link to={appointmentAddress(booking.id)}>Appointment</Link>
          </>
        )}
      </p>
      {profile && <p>{{ ...bookingReportText, ...profileReportText }[profile.kind]}</p>}
      {booking?.kind && <p>{bookingReportText[booking.kind]}</p>}
      <p className={own.reason}>“{reason}”</p>
      {evidence.length > 0 && <Then evidence={evidence} open={!resolved} />}
      {profile ? (
        page && (
          <Link className={own.page} to={page}>
            See the current public page
          </Link>
        )
      ) : said.length > 0 ? (
        <details className={own.said} open={!resolved}>
          <summary>Latest messages{isOfMessage && ', up to the reported message'}</summary>
          <Thread said={said.map((one) => asSaid(one, report))} />
        </details>
      ) : (
        <p className={css.soft}>Nobody had written anything.</p>
      )}
      {resolved ? (
        <p className={own.reason}>
          {outcomeName[resolved.outcome]}. {resolved.by}, {momentText(resolved.at)}: {resolved.conclusion}
        </p>
      ) : (
        <ResolveReport id={id} name={nameOf(reported)} reporter={nameOf(reporter)} />
      )}
    </DeskCard>
  )
}

/** Shows the copy that was made when it was reported. */
function Then({ evidence, open }: { evidence: Report['evidence']; open: boolean }) {
  return (
    <details className={own.said} open={open}>
      <summary>As it was when reported</summary>
      <dl className={own.then}>
        {evidence.map(({ label, text, at, pictures = [] }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className={own.reason}>
              {at ? momentText(at) : text}
              {pictures.map((url, index) => (
                <a key={url} className={own.picture} href={url} target="_blank" rel="noreferrer">
                  {label} {index + 1}
                </a>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

/** Highlights the reported person. */
const asSaid = ({ id, by, text, at, pictures }: Report['said'][number], report: Report): Said => ({
  id,
  by: by === 'reported' ? 'support' : 'user',
  who: nameOf(report[by]),
  at,
  text: text ?? '',
  files: pictures.map((picture, index) => ({ ...picture, name: `Picture ${index + 1}` })),
})

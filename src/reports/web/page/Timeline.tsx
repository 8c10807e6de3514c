import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { formatPhone } from '#/kernel/phone.ts'
import { momentText } from '#/kernel/web/own-clock.ts'
import type { Entry, Report } from '#/reports/shapes.ts'
import { loadFailedText } from '#/reports/text.ts'
import { EyeIcon } from '#/reports/web/icons.tsx'
import { timelineOf } from '#/reports/web/reports.ts'
import { mapUrl } from '#/reports/web/words.ts'
import { EntryActions } from './EntryActions.tsx'
import { ReaderWarning } from './ReaderWarning.tsx'
import css from './Timeline.module.css'

const said: Readonly<Record<Exclude<Entry['kind'], 'comment' | 'sighting'>, string>> = {
  updated: 'The report was updated.',
  renewed: 'The reporter confirmed this report.',
  revived: 'The report is active again.',
  lapsed: 'Nobody confirmed the report for 182 days, so it’s no longer active.',
  reunited: 'Home again!',
  withdrawn: 'You withdrew the report.',
}

/** Shows the events, latest first, down to the report itself. */
export function Timeline({ report }: { report: Report }) {
  const query = useInfiniteQuery(timelineOf(report.id))
  const { data, isError, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } = query
  if (!data)
    return isError ? (
      <div role="alert" className={css.failed}>
        <p>{loadFailedText}</p>
        <Button variant="default" onClick={() => refetch()}>
          Retry
        </Button>
      </div>
    ) : (
      <div className={css.ghost} role="status" aria-label="Loading the timeline" />
    )
  const entries = data.pages.flatMap(({ rows }) => rows)
  return (
    <>
      <ol className={css.list}>
        {entries.map((entry) => (
          <li key={entry.id} className={entry.kind === 'sighting' ? css.sighting : css.entry}>
            <Told entry={entry} isExact={report.own !== null} />
            {(entry.mayRemove || entry.mayComplain) && <EntryActions entry={entry} />}
          </li>
        ))}
        {!hasNextPage && (
          <li className={css.entry}>
            <p>Reported {report.status === 'lost' ? 'as lost' : 'as found'}.</p>
            <time dateTime={report.createdAt.toISOString()}>{momentText(report.createdAt)}</time>
          </li>
        )}
      </ol>
      {hasNextPage && (
        <Button
          variant="default"
          aria-disabled={isFetchingNextPage}
          onClick={() => isFetchingNextPage || void fetchNextPage()}
        >
          {isFetchingNextPage ? 'Loading...' : 'Show earlier'}
        </Button>
      )}
    </>
  )
}

/** `isExact`: the reader is the reporter, who alone gets exact positions. */
function Told({ entry, isExact }: { entry: Entry; isExact: boolean }) {
  const { kind, by, isReporter, text, at, seenAt, place, direction, photoUrl, position, phone } = entry
  const mapLabel = isExact ? 'Show on a map' : 'Show the area on a map (to about 300 m)'
  const who = `${by ?? 'A passer-by'}${isReporter ? ' (reporter)' : ''}`
  if (kind !== 'comment' && kind !== 'sighting')
    return (
      <>
        <p>{said[kind]}</p>
        <time dateTime={at.toISOString()}>{momentText(at)}</time>
      </>
    )
  return (
    <>
      <p className={css.who}>
        {kind === 'sighting' && <EyeIcon />}
        <strong>{kind === 'sighting' ? `${who} saw this pet` : who}</strong>
        <time dateTime={at.toISOString()}>{momentText(at)}</time>
      </p>
      {kind === 'sighting' && seenAt && (
        <p>
          {place}, {momentText(seenAt)}
          {direction && `. It went: ${direction}`}
        </p>
      )}
      {position && (
        <a href={mapUrl(position)} target="_blank" rel="noopener noreferrer" className={css.map}>
          {mapLabel}
        </a>
      )}
      {phone && (
        <p>
          Only you see their number: <a href={`tel:${phone}`}>{formatPhone(phone)}</a>
        </p>
      )}
      {text && <p className={css.text}>{text}</p>}
      {entry.isRisky && <ReaderWarning />}
      {photoUrl && (
        <a href={photoUrl} target="_blank" rel="noopener noreferrer">
          <img
            src={photoUrl}
            alt="From this sighting, opens in a new tab"
            width={240}
            height={180}
            loading="lazy"
          />
        </a>
      )}
    </>
  )
}

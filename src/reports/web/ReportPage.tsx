import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useLocation, useParams, useSearchParams } from 'react-router'
import { isUuid } from '#/kernel/uuid.ts'
import { Drawing } from '#/kernel/web/Drawing.tsx'
import { errorCode } from '#/kernel/web/error-text.ts'
import { Loaded } from '#/kernel/web/form/Loaded.tsx'
import { useNow } from '#/kernel/web/use-now.ts'
import { Messages } from '#/messaging/web/index.ts'
import { waitsForConfirmation } from '#/reports/alerts.ts'
import type { Report } from '#/reports/shapes.ts'
import { ConfirmToAlert } from './page/ConfirmToAlert.tsx'
import { EditReport } from './page/EditReport.tsx'
import { Facts } from './page/Facts.tsx'
import { Gallery } from './page/Gallery.tsx'
import { Head } from './page/Head.tsx'
import { Matches } from './page/Matches.tsx'
import { OwnMessages } from './page/OwnMessages.tsx'
import { OwnPart } from './page/OwnPart.tsx'
import { ReaderActions } from './page/ReaderActions.tsx'
import { Timeline } from './page/Timeline.tsx'
import { Unplaced } from './page/Unplaced.tsx'
import { Where } from './page/Where.tsx'
import { WriteComment } from './page/WriteComment.tsx'
import css from './ReportPage.module.css'
import { reportById } from './reports.ts'

/** Shows a report to everyone, with more for its reporter. */
export default function ReportPage() {
  const { reportId = '' } = useParams()
  const id = reportId.toLowerCase()
  const query = useQuery({ ...reportById(id), enabled: isUuid(id) })
  const isMissing = !isUuid(id) || (query.isError && errorCode(query.error) === 'request.not_found')
  return (
    <>
      {isMissing ? (
        <NotFound />
      ) : (
        <div className={css.page}>
          <Loaded query={query} what="this report">
            {(report) => <Shown key={report.id} report={report} />}
          </Loaded>
        </div>
      )}
      {/* Also without the report: messages outlast its withdrawal. */}
      <Messages />
    </>
  )
}

function NotFound() {
  return (
    <div className={`${css.page} ${css.none}`}>
      <Drawing name="no-results" />
      <h1>Report not found</h1>
      <p>It may have been withdrawn or deleted.</p>
      <Button component={Link} to="/pet-reports">
        See pet reports
      </Button>
    </div>
  )
}

function Shown({ report }: { report: Report }) {
  const now = useNow()
  const [params, setParams] = useSearchParams()
  // Right after posting, matches come first: they are what the reporter waits for.
  const [isNew] = useState(useLocation().state?.isNew === true)
  const isEdited = params.get('edit') === 'true' && report.own !== null && report.state === 'active'
  if (isEdited)
    return (
      <EditReport report={report} onDone={() => setParams({}, { replace: true, preventScrollReset: true })} />
    )
  const matches = report.own && report.state === 'active' && <Matches report={report} />
  return (
    <>
      <Unplaced report={report} />
      {waitsForConfirmation(report, now) && <ConfirmToAlert />}
      {isNew && <div className={css.first}>{matches}</div>}
      <div className={css.columns}>
        <div className={css.gallery}>
          <Gallery report={report} />
        </div>
        <div className={css.side}>
          <Head report={report} now={now} />
          {report.own && <OwnMessages reportId={report.id} />}
          {report.own ? <OwnPart report={report} own={report.own} /> : <ReaderActions report={report} />}
        </div>
        <div className={css.main}>
          {!isNew && matches}
          <Facts report={report} />
          <Where report={report} />
          <section className={css.card} aria-labelledby="timeline">
            <h2 id="timeline">Timeline</h2>
            {report.state === 'active' && <WriteComment reportId={report.id} />}
            <Timeline report={report} />
          </section>
        </div>
      </div>
    </>
  )
}

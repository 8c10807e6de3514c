import { type ReactNode, useState } from 'react'
import type { InjuredMove } from '#/emergency/injured.ts'
import type { RescueReport } from '#/emergency/injured-contract.ts'
import { animalText, severityText } from '#/emergency/report-text.ts'
import { emergencyText, injuredMoveText, injuredStatusText } from '#/emergency/text.ts'
import { CallCard } from '#/emergency/web/CallCard.tsx'
import css from '#/emergency/web/Emergency.module.css'
import { post, Refused } from './post.ts'
import own from './Report.module.css'
import { Steps } from './Steps.tsx'
import { type Shown, timeText, useReport } from './use-report.ts'

/** Shows the report to a rescuer who opens the mailed link, without an account. */
export function Rescue({ token }: { token: string }) {
  const { report, setReport, state, retry } = useReport<RescueReport>('/rpc/emergency/rescue', token)
  const [busy, setBusy] = useState<InjuredMove>()
  const [failure, setFailure] = useState('')

  async function go(move: InjuredMove) {
    if (busy) return
    setBusy(move)
    setFailure('')
    try {
      setReport(await post<Shown<RescueReport>>('/rpc/emergency/moveRescue', { token, move }))
    } catch (error) {
      const code = error instanceof Refused ? (error.code as keyof typeof emergencyText) : undefined
      setFailure((code && emergencyText[code]) ?? 'We can’t be reached. Please try again.')
      retry()
    }
    setBusy(undefined)
  }
  return (
    <div className={css.page}>
      <meta name="robots" content="noindex" />
      <h1>Injured animal</h1>
      <p role="status" className={css.said}>
        {state === 'loading' && 'Loading…'}
        {state === 'failed' && 'We can’t be reached right now.'}
        {state === 'gone' &&
          'We couldn’t find this report. Reports are deleted after 30 days. If yours is newer, check that the link is complete.'}
        {report && state === 'shown' && sentenceOf(report)}
      </p>
      {state === 'failed' && (
        <button type="button" className={css.quiet} onClick={retry}>
          Retry
        </button>
      )}
      {report && <Facts report={report} />}
      <p role="alert" className={own.failure}>
        {failure}
      </p>
      <div className={css.ways}>
        {report?.moves.map((move, index) => (
          <button
            key={move}
            type="button"
            className={index === 0 ? own.submit : css.quiet}
            aria-disabled={busy !== undefined}
            onClick={() => void go(move)}
          >
            {busy === move ? 'Saving...' : injuredMoveText[move]}
          </button>
        ))}
      </div>
      {report && <Steps report={report} />}
    </div>
  )
}

function sentenceOf({ status, taken, moves }: Shown<RescueReport>): string {
  if (taken === 'by_another') return 'Another rescuer has accepted this report. Thank you for looking.'
  if (status === 'received')
    return moves.length > 0
      ? 'Nobody has accepted it yet. Accept it if you can go: the reporter and any other rescuers will see that you’re coming.'
      : emergencyText['emergency.released_too_often']
  if (status === 'done' || status === 'closed') return 'This report is closed. Thank you.'
  return 'You’ve accepted this report.'
}

function Facts({ report }: { report: Shown<RescueReport> }) {
  const { animal, severity, place, city, position, note, phone, isPhoneConfirmed, photo, status } = report
  const where = [place, city].filter(Boolean).join(', ')
  return (
    <>
      <section className={`${css.summary} ${own.facts}`} aria-label="The report">
        <dl>
          <Fact label="Status">{injuredStatusText[status]}</Fact>
          <Fact label="Animal">{animalText[animal]}</Fact>
          <Fact label="State">
            {severityText[severity].name}: {severityText[severity].line.toLowerCase()}
          </Fact>
          {where && <Fact label="Place">{where}</Fact>}
          {note && <Fact label="Details">{note}</Fact>}
          <Fact label="Reported">{timeText(report.createdAt)}</Fact>
        </dl>
        {position && (
          <a
            href={`https://www.google.com/maps/dir/?api=1&destination=${position.lat},${position.lon}`}
            target="_blank"
            rel="noopener"
            className={css.directions}
          >
            Directions
          </a>
        )}
      </section>
      {photo && <img src={photo} alt="The animal" className={own.large} />}
      {phone && (
        <>
          <h2 className={css.section}>Ask how to find it</h2>
          <ul className={css.calls}>
            <CallCard name="The reporter" phone={phone}>
              {!isPhoneConfirmed && <p className={css.soft}>We haven’t confirmed this number.</p>}
            </CallCard>
          </ul>
        </>
      )}
    </>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={css.row}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

import { isUnderWay } from '#/emergency/injured.ts'
import type { FollowedReport } from '#/emergency/injured-contract.ts'
import { animalText } from '#/emergency/report-text.ts'
import { injuredStatusText } from '#/emergency/text.ts'
import { Back } from '#/emergency/web/Back.tsx'
import { CallCard } from '#/emergency/web/CallCard.tsx'
import css from '#/emergency/web/Emergency.module.css'
import { Helplines } from '#/emergency/web/Helplines.tsx'
import { Steps } from './Steps.tsx'
import { type Shown, useReport } from './use-report.ts'

/** Shows a report's progress to those who have its link. */
export function Follow({ token }: { token: string }) {
  const { report, state, retry } = useReport<FollowedReport>('/rpc/emergency/followInjured', token)
  return (
    <div className={css.page}>
      <meta name="robots" content="noindex" />
      <Back />
      <h1>Your report</h1>
      <p role="status" className={css.said}>
        {state === 'loading' && 'Loading…'}
        {state === 'failed' && 'We can’t be reached right now. The numbers below work without us.'}
        {state === 'gone' &&
          'We couldn’t find this report. Reports are deleted after 30 days. If yours is newer, check that the link is complete.'}
        {report && state === 'shown' && sentenceOf(report)}
      </p>
      {state === 'failed' && (
        <button type="button" className={css.quiet} onClick={retry}>
          Retry
        </button>
      )}
      {report && <Details report={report} />}
      <h2 className={css.section}>Who to call</h2>
      <Helplines />
    </div>
  )
}

function sentenceOf({ status, rescuer, sentTo }: Shown<FollowedReport>): string {
  const who = rescuer?.name ?? 'A rescuer'
  switch (status) {
    case 'received':
      return sentTo.length === 0
        ? 'We have your report, but there’s no rescuer there whom we can email right now. Please call one of the numbers below.'
        : 'Your report is with the rescuers below. Nobody has accepted it yet, so please call them too if it’s urgent.'
    case 'accepted':
      return `${who} has accepted your report.`
    case 'on_the_way':
      return `${who} is on the way.`
    case 'done':
      return `${who} has taken care of the animal. Thank you for reporting it.`
    case 'closed':
      return 'This report is closed. If the animal still needs help, please call one of the numbers below.'
  }
}

function Details({ report }: { report: Shown<FollowedReport> }) {
  const { animal, place, city, isPhoneConfirmed, rescuer, sentTo, status } = report
  const where = [place, city].filter(Boolean).join(', ')
  const callable = rescuer ? [rescuer] : isUnderWay(status) ? sentTo : []
  return (
    <>
      <p className={css.lead}>
        {animalText[animal]}
        {where && `, ${where}`} · {injuredStatusText[status]}
      </p>
      {!isPhoneConfirmed && isUnderWay(status) && (
        <p className={css.soft}>
          We took your report without a confirmed phone number. Rescuers may call before they set out, so
          please keep your phone with you.
        </p>
      )}
      <Steps report={report} />
      {callable.length > 0 && (
        <>
          <h2 className={css.section}>{rescuer ? 'Your rescuer' : 'Rescuers who got your report'}</h2>
          <ul className={css.calls}>
            {callable.map(({ name, phone }, index) => (
              <CallCard key={name} name={name} phone={phone} first={index === 0} />
            ))}
          </ul>
        </>
      )}
      <p className={css.soft}>
        Keep this page’s link: it opens your report without an account. This page updates automatically.
      </p>
    </>
  )
}

import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { formatMoney } from '#/kernel/money.ts'
import { zoneLabel } from '#/kernel/time.ts'
import { ownZone } from '#/kernel/web/own-clock.ts'
import { ReportPerson } from '#/messaging/web/index.ts'
import { estimateOf } from '#/sitting/estimate.ts'
import { hoursToAnswer } from '#/sitting/rules.ts'
import type { SitterPage } from '#/sitting/shapes.ts'
import { serviceText } from '#/sitting/text.ts'
import { addressOf, paths, planIn, requestPath, type SitterAddress } from '#/sitting/web/find/address.ts'
import { count, datesText, estimateText } from '#/sitting/web/find/search-words.ts'
import { meetPath } from '#/sitting/web/meet/meets.ts'
import { nightPrice, ratesOf } from '#/sitting/web/rates.ts'
import { noticeText } from '#/sitting/words.ts'
import css from './AskSitter.module.css'

type Props = { sitter: SitterPage; address: SitterAddress; isOwn: boolean }

/** Shows the price and the link to a request, which keeps the search that led here. */
export function AskSitter({ sitter, address, isOwn }: Props) {
  const { id, name, hourlyRate, services, timeZone, minimumNoticeMinutes } = sitter
  const plan = planIn(address.wanted)
  const isPlanned = typeof plan !== 'string' && services.includes(plan.service)
  const zone = zoneLabel(timeZone, ownZone(), new Date())
  return (
    <section className={css.ask} aria-label="Booking request">
      <div className={css.prices}>
        <p>
          <strong>{formatMoney(hourlyRate)}</strong> per hour
        </p>
        {services.includes('hostel-checkin') && (
          <p>
            <strong>{formatMoney(nightPrice(sitter))}</strong> per night
          </p>
        )}
      </div>
      {isPlanned && (
        <div className={css.plan}>
          <strong>{serviceText[plan.service]}</strong>
          <span>{datesText(plan)}</span>
          <span className={css.estimate}>{estimateText(plan, estimateOf(plan, ratesOf(sitter)))}</span>
        </div>
      )}
      {isOwn ? (
        <p className={css.note}>This is your own profile, as owners see it.</p>
      ) : (
        <>
          <Button component={Link} to={requestPath(id, address)} fullWidth>
            Send Booking Request
          </Button>
          <Button component={Link} to={meetPath(id, address)} variant="default" fullWidth>
            Meet & greet
          </Button>
          <p className={css.note}>
            {name} has {count(hoursToAnswer, 'hour')} to answer.
            {minimumNoticeMinutes > 0 && ` Please ask at least ${noticeText(minimumNoticeMinutes)} ahead.`}
          </p>
          <p className={css.note}>
            You can message {name} as soon as you’ve sent a request or asked for a meet & greet, under{' '}
            <Link to="/appointments">Appointments</Link>.
          </p>
        </>
      )}
      {zone && <p className={css.note}>Times are in {zone}.</p>}
      {isPlanned && (
        <Link className={css.back} to={addressOf(paths.results, address)}>
          All sitters for these dates
        </Link>
      )}
      {!isOwn && <ReportPerson about={{ providerId: id }} name={name} look="button" />}
    </section>
  )
}

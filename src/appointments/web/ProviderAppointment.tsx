import type { ReactNode } from 'react'
import { hasMoney } from '#/appointments/claim-words.ts'
import type { Visit } from '#/appointments/contract.ts'
import { claimHours } from '#/appointments/rules.ts'
import { isWithdrawn } from '#/appointments/withdrawn.ts'
import { formatPhone, telephone } from '#/kernel/phone.ts'
import { ConfirmButton } from '#/kernel/web/form/ConfirmButton.tsx'
import { Portrait } from '#/kernel/web/Portrait.tsx'
import { MessageButton } from '#/messaging/web/index.ts'
import { disputeNextText } from '#/payments/text.ts'
import css from './AppointmentCard.module.css'
import { AppointmentCard } from './AppointmentCard.tsx'
import { ChangeLink } from './ChangeLink.tsx'
import type { CardParts } from './card-parts.ts'
import { ClockIcon, HomeIcon, MailIcon, NewIcon, PhoneIcon, WarningIcon } from './icons.tsx'
import { JoinButton } from './JoinButton.tsx'
import { MoreLinks } from './MoreLinks.tsx'
import { ProposeButton } from './ProposeButton.tsx'
import { OwnProposal } from './ProposedTime.tsx'
import { useVisitMoves } from './useVisitMoves.ts'
import { VisitPet } from './VisitPet.tsx'
import {
  AboutVisit,
  AcceptRequest,
  AnswerClaim,
  CancelVisit,
  DeclineRequest,
  EndEarly,
  MarkDone,
  ResumeStay,
} from './visit-buttons.tsx'
import { answerByText, claimForProvider, earlyEndForProvider, endForProvider, noShowText } from './words.ts'

type Props = {
  visit: Visit
  now: Date
  parts: CardParts<Visit>
  /** The other days of its series. */
  days?: ReactNode
  /** On the card of its series. */
  isDay?: boolean
}

export function ProviderAppointment({ visit, now, parts, days, isDay = false }: Props) {
  const moves = useVisitMoves(visit, now, parts.refusals)
  const { shown, may, reportNoShow } = moves
  const { id, owner } = shown
  const claim = claimForProvider(shown)
  const earlyEnd = earlyEndForProvider(shown)
  return (
    <AppointmentCard
      appointment={shown}
      now={now}
      days={
        <>
          {!isDay && parts.series(shown, now)}
          {days}
        </>
      }
      isDay={isDay}
      portrait={<Portrait person={{ name: owner.name, imageUrl: null }} size={56} />}
      name={owner.name}
      facts={
        <>
          <AnswerBy visit={shown} now={now} />
          {shown.address !== null && (
            <li>
              <HomeIcon />
              <span className={css.address}>At their home: {shown.address}</span>
            </li>
          )}
          <Reach visit={shown} />
        </>
      }
      rating={parts.rating(shown)}
      more={
        <>
          <OwnProposal visit={moves} now={now} />
          {parts.pictures(shown, now)}
          <Flags visit={shown} />
          <VisitPet visit={visit} now={now} />
          {claim && <p className={css.warning}>{claim}</p>}
          {earlyEnd && <p className={css.note}>{earlyEnd}</p>}
          {shown.payment?.isDisputed && <p className={css.note}>{disputeNextText.provider}</p>}
        </>
      }
      links={<MoreLinks appointment={shown} now={now} more={isDay ? null : parts.links(shown, now)} />}
      end={endForProvider(shown)}
      actions={
        <>
          <JoinButton appointment={shown} now={now} spoken={`Join ${owner.name}`} />
          {parts.actions(shown, now)}
          {!may('concede_absence') && <CancelVisit visit={moves} now={now} />}
          <EndEarly visit={moves} now={now} />
          <ResumeStay visit={moves} />
          <ProposeButton visit={shown} may={may} />
          <ChangeLink visit={shown} />
          <AnswerClaim visit={moves} now={now} />
          {may('report_no_show') && (
            <ConfirmButton
              {...moves.dialog('report_no_show')}
              label="No-show"
              spoken={`No-show: ${owner.name}`}
              title={`Note that ${owner.name} ${noShowText(shown)}?`}
              reason="none"
              confirm="Note the no-show"
              busy="Noting..."
              keep="Go back"
              isBusy={reportNoShow.isPending}
              onConfirm={() => reportNoShow.move({ id })}
            >
              <AboutVisit visit={shown} />
              <p>
                We’ll tell {owner.name}, who can contest it for {claimHours} hours
                {hasMoney(shown) ? '; you’re not paid before then.' : '.'}
              </p>
            </ConfirmButton>
          )}
          <DeclineRequest visit={moves} />
          {!isWithdrawn(shown) && <MessageButton bookingId={id} name={owner.name} />}
          {may('complete') && !may('deny_absence') && <MarkDone visit={moves} now={now} />}
          <AcceptRequest visit={moves} />
        </>
      }
    />
  )
}

function AnswerBy({ visit, now }: { visit: Visit; now: Date }) {
  const text = answerByText(visit, now)
  return (
    text && (
      <li>
        <ClockIcon />
        <span className="tabular">{text}</span>
      </li>
    )
  )
}

/** Lists what to look out for. */
function Flags({ visit: { flags } }: { visit: Visit }) {
  if (flags.length === 0) return null
  return (
    <ul className={css.flags} aria-label="Please note">
      {flags.map(({ kind, text }) => (
        <li key={text}>
          {kind === 'new_client' ? <NewIcon /> : <WarningIcon />}
          <span>{text}</span>
        </li>
      ))}
    </ul>
  )
}

/** Shows how to reach the owner, once the visit is confirmed. */
function Reach({ visit: { owner } }: { visit: Visit }) {
  return (
    <>
      {owner.phone && (
        <li>
          <PhoneIcon />
          <a className="tabular" href={telephone(owner.phone)}>
            {formatPhone(owner.phone)}
          </a>
        </li>
      )}
      {owner.email && (
        <li>
          <MailIcon />
          <a href={`mailto:${owner.email}`}>{owner.email}</a>
        </li>
      )}
    </>
  )
}

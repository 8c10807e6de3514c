import { Button } from '@mantine/core'
import { useId } from 'react'
import type { Appointment, Visit } from '#/appointments/contract.ts'
import { isBlocking, movesOf } from '#/appointments/rules.ts'
import { formatDay, zoneLabel } from '#/kernel/time.ts'
import { ownZone } from '#/kernel/web/own-clock.ts'
import { isAtShortNotice, minutesToPay } from '#/payments/rules.ts'
import css from './ProposedTime.module.css'
import { timesText } from './times-text.ts'
import { useRefuseProposal, useTakeProposal } from './useMove.ts'
import type { VisitMoves } from './useVisitMoves.ts'
import { soon } from './words.ts'

type Proposal = NonNullable<Appointment['proposal']>

/** Shows the time that the provider proposed beside the booked one, for the owner to choose. */
export function ProposedTime({ appointment, now }: { appointment: Appointment; now: Date }) {
  const titleId = useId()
  const take = useTakeProposal()
  const refuse = useRefuseProposal()
  const { id, proposal, provider, status, payment, awaitsPayment, isPaidHere, noun } = appointment
  const moves = movesOf('owner', appointment, now)
  if (!proposal || !moves.includes('refuse_proposal')) return null
  const isBusy = take.isPending || refuse.isPending
  const answer = { id, proposalId: proposal.id }
  const paysSoon = awaitsPayment && isAtShortNotice(proposal.startsAt, now)
  return (
    <section className={css.proposal} aria-labelledby={titleId}>
      <h3 id={titleId}>{provider.name} proposes another time</h3>
      <dl className={css.times}>
        <Time label="Booked" time={appointment} />
        <Time label="New" time={proposal} />
      </dl>
      {proposal.note && <q className={css.reason}>{proposal.note}</q>}
      <p>
        Please answer by {soon(proposal.lapsesAt, proposal.timeZone, now)}. Otherwise the booked time stands.
        {status === 'pending' && !isPaidHere && ` Taking the new time confirms the ${noun}.`}
        {paysSoon && ` You’d have ${minutesToPay} minutes to pay for the new time.`}
        {payment && !awaitsPayment && ' If you cancel, the later of both times decides your refund.'}
      </p>
      <div className={css.buttons}>
        <Button
          variant="default"
          aria-label={`Keep the old time with ${provider.name}`}
          disabled={isBusy}
          onClick={() => refuse.move(answer)}
        >
          Keep the old time
        </Button>
        {moves.includes('take_proposal') && (
          <Button
            aria-label={`Take the new time with ${provider.name}`}
            disabled={isBusy}
            onClick={() => take.move(answer)}
          >
            Take the new time
          </Button>
        )}
      </div>
    </section>
  )
}

type VisitProps = { visit: VisitMoves; now: Date }

/** Shows the time that the provider proposed, while it waits for the owner. */
export function OwnProposal({ visit: { shown, may, withdraw }, now }: VisitProps) {
  const titleId = useId()
  const { id, owner, proposal, status } = shown
  if (!proposal || !isBlocking(status)) return null
  return (
    <section className={css.proposal} aria-labelledby={titleId}>
      <h3 id={titleId}>You proposed another time</h3>
      <dl className={css.times}>
        <Time label="Booked" time={shown} />
        <Time label="New" time={proposal} />
      </dl>
      {proposal.note && <q className={css.reason}>{proposal.note}</q>}
      <p>
        We hold both until {owner.name} answers, by {soon(proposal.lapsesAt, proposal.timeZone, now)} at the
        latest. Otherwise the booked time stands.
      </p>
      {may('withdraw_proposal') && (
        <div className={css.buttons}>
          <Button
            variant="default"
            aria-label={`Withdraw the time proposed to ${owner.name}`}
            onClick={() => withdraw.move({ id })}
          >
            Withdraw proposal
          </Button>
        </div>
      )}
    </section>
  )
}

function Time({ label, time }: { label: string; time: Proposal | Appointment | Visit }) {
  const zone = zoneLabel(time.timeZone, ownZone(), time.startsAt)
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <time dateTime={time.startsAt.toISOString()}>
          {formatDay(time.date)}, <span className="tabular">{timesText(time)}</span>
          {zone && ` ${zone}`}
        </time>
      </dd>
    </div>
  )
}

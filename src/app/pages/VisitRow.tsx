import type { ListedVisit, Visit } from '#/appointments/contract.ts'
import { hasEndedEarly } from '#/appointments/rules.ts'
import { JoinButton } from '#/appointments/web/JoinButton.tsx'
import { StatusChip } from '#/appointments/web/StatusChip.tsx'
import { useVisitMoves } from '#/appointments/web/useVisitMoves.ts'
import { AcceptRequest, CancelVisit, DeclineRequest } from '#/appointments/web/visit-buttons.tsx'
import { answerByText, moreDaysText, petNames } from '#/appointments/web/words.ts'
import { formatInstant } from '#/kernel/time.ts'
import { Portrait } from '#/kernel/web/Portrait.tsx'
import { MessageButton } from '#/messaging/web/index.ts'
import { acceptText } from '#/sitting/text.ts'
import { startedText, VisitButton } from '#/sitting/web/card/VisitButton.tsx'
import { useAskedMove } from '#/sitting/web/move/moves.ts'
import { AppointmentRow } from './AppointmentRow.tsx'
import { countdown } from './countdown.ts'

type Props = { visit: Visit; now: Date }

export function VisitRow({ visit, now }: { visit: ListedVisit; now: Date }) {
  const moves = useVisitMoves(visit, now, acceptText)
  const asked = useAskedMove(moves.shown, now)
  return (
    <AppointmentRow
      {...shownOf(moves.shown)}
      about={[
        asked?.askedBy === 'owner' &&
          `Asks for another time: answer by ${formatInstant(asked.answerBy, visit.timeZone)}`,
        visit.reason,
        moreDaysText(visit),
      ]}
      now={now}
      to="/appointments?side=visits&tab=upcoming"
      when={startedText(moves.shown, now) ?? countdown(moves.shown, now)}
      chip={
        <StatusChip
          status={moves.shown.status}
          phase={moves.shown.phase}
          isEndedEarly={hasEndedEarly(moves.shown)}
        />
      }
      actions={
        <>
          <VisitButton side="provider" appointment={moves.shown} other={visit.owner.name} now={now} />
          <JoinButton appointment={moves.shown} now={now} spoken={`Join ${visit.owner.name}`} />
          <MessageButton bookingId={visit.id} name={visit.owner.name} />
          <CancelVisit visit={moves} now={now} />
        </>
      }
    />
  )
}

export function RequestRow({ visit, now }: Props) {
  const moves = useVisitMoves(visit, now, acceptText)
  return (
    <AppointmentRow
      {...shownOf(moves.shown)}
      now={now}
      to="/appointments?side=visits&tab=requests"
      when={answerByText(visit, now)}
      chip={moves.shown.status !== 'pending' && <StatusChip status={moves.shown.status} />}
      actions={
        <>
          <DeclineRequest visit={moves} />
          <AcceptRequest visit={moves} />
        </>
      }
    />
  )
}

function shownOf(visit: Visit) {
  const { owner, pets, reason } = visit
  const names = petNames(pets)
  const person = { name: pets[0]?.name ?? owner.name, imageUrl: pets[0]?.photoUrl ?? null }
  return {
    appointment: visit,
    picture: <Portrait person={person} size={52} />,
    name: names ? `${names} with ${owner.name}` : owner.name,
    about: [reason],
  }
}

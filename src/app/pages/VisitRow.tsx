import { MessageButton } from '#/messaging/web/index.ts'
import type { Visit } from '#/veterinary/contract.ts'
import { JoinButton } from '#/veterinary/web/appointments/JoinButton.tsx'
import { StatusChip } from '#/veterinary/web/appointments/StatusChip.tsx'
import { useVisitMoves } from '#/veterinary/web/appointments/useVisitMoves.ts'
import { AcceptRequest, CancelVisit, DeclineRequest } from '#/veterinary/web/appointments/visit-buttons.tsx'
import { answerByText } from '#/veterinary/web/appointments/words.ts'
import { Portrait } from '#/veterinary/web/Portrait.tsx'
import { AppointmentRow } from './AppointmentRow.tsx'
import { countdown } from './countdown.ts'

type Props = { visit: Visit; now: Date }

/** An agreed visit as its vet sees it. */
export function VisitRow({ visit, now }: Props) {
  const moves = useVisitMoves(visit, now)
  return (
    <AppointmentRow
      {...shownOf(moves.shown)}
      now={now}
      to="/appointments?side=visits&tab=upcoming"
      when={countdown(moves.shown, now)}
      chip={<StatusChip status={moves.shown.status} />}
      actions={
        <>
          <CancelVisit visit={moves} />
          <MessageButton bookingId={visit.id} name={visit.owner.name} />
          <JoinButton appointment={moves.shown} now={now} spoken={`Join ${visit.owner.name}`} />
        </>
      }
    />
  )
}

/** A request that waits for the vet's answer. */
export function RequestRow({ visit, now }: Props) {
  const moves = useVisitMoves(visit, now)
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
  const { owner, pet, reason } = visit
  const person = { fullName: pet?.name ?? owner.name, imageUrl: pet?.photoUrl ?? null }
  return {
    appointment: visit,
    picture: <Portrait person={person} size={52} />,
    name: pet ? `${pet.name} with ${owner.name}` : owner.name,
    about: [reason],
  }
}

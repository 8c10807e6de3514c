import { StatusChip } from '#/appointments/web/StatusChip.tsx'
import { petNames } from '#/appointments/web/words.ts'
import { momentText } from '#/kernel/web/own-clock.ts'
import { Portrait } from '#/kernel/web/Portrait.tsx'
import { meetChips } from '#/sitting/meet.ts'
import type { MeetGreet } from '#/sitting/meet-contract.ts'
import { meetKindText } from '#/sitting/text.ts'
import { MeetButtons } from '#/sitting/web/meet/MeetButtons.tsx'
import { timeText } from '#/sitting/web/meet/time-text.ts'
import { PlainRow } from './AppointmentRow.tsx'
import { countdown } from './countdown.ts'
import { waitsForMe } from './use-meet-rows.ts'

/** Shows a meet & greet in one row among appointments. */
export function MeetRow({ meet, now }: { meet: MeetGreet; now: Date }) {
  const { side, with: other, pets, status, kind, startsAt, endsAt, timeZone, times, answerBy } = meet
  const names = petNames(pets)
  const isOwners = side === 'owner'
  const person = isOwners ? other : { name: pets[0]?.name ?? other.name, imageUrl: pets[0]?.photoUrl ?? null }
  const tab = isOwners || status === 'agreed' ? 'upcoming' : 'requests'
  return (
    <PlainRow
      picture={<Portrait person={person} size={52} />}
      name={isOwners || !names ? other.name : `${names} with ${other.name}`}
      to={`/appointments?side=${isOwners ? 'bookings' : 'visits'}&tab=${tab}`}
      time={startsAt ? timeText(meet, startsAt) : times.map((time) => timeText(meet, time)).join(' or ')}
      when={
        startsAt
          ? countdown({ startsAt, endsAt: endsAt!, timeZone }, now)
          : waitsForMe(meet)
            ? `Answer by ${momentText(answerBy)}`
            : `${other.name} answers by ${momentText(answerBy)}`
      }
      about={['Meet & greet', meetKindText(kind, isOwners ? other.name : undefined), isOwners ? names : null]}
      chip={<StatusChip status={meetChips[status]} />}
      actions={<MeetButtons meet={meet} />}
    />
  )
}

import { meetingHost } from '#/appointments/join.ts'
import { formatPhone, isPhoneNumber, telephone } from '#/kernel/phone.ts'
import type { MeetKind } from '#/sitting/meet.ts'

/** Shows where two people meet: a number can be called, and a link says in full where it leads. */
export function MeetPlace({ kind, place }: { kind: MeetKind; place: string }) {
  if (kind === 'phone' && isPhoneNumber(place))
    return (
      <a className="tabular" href={telephone(place)}>
        {formatPhone(place)}
      </a>
    )
  if (kind === 'video' && meetingHost(place))
    return (
      <a href={place} target="_blank" rel="noopener noreferrer nofollow">
        {place}
      </a>
    )
  return place
}

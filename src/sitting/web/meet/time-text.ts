import { timeFor } from '#/kernel/reader-time.ts'
import { ownZone } from '#/kernel/web/own-clock.ts'
import { isAtAPlace } from '#/sitting/meet.ts'
import type { MeetGreet } from '#/sitting/meet-contract.ts'

/** Writes a time by the place's clock, and by the reader's where that differs. */
export function timeText({ kind, timeZone }: Pick<MeetGreet, 'kind' | 'timeZone'>, at: Date): string {
  return timeFor({ timeZone: ownZone() }, at, {
    zone: timeZone,
    kind: isAtAPlace(kind) ? 'in-person' : 'online',
  })
}

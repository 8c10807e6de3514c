import type { Day } from '#/kernel/time.ts'
import { type Waiting as Kept, waitingStore } from '#/kernel/web/waiting-store.ts'
import type { Noted } from './noted.ts'

type VisitNote = {
  appointmentId: string
  day: Day
  entry: Noted
  /** Why the server refused it: it isn't sent again. */
  refused?: string
}
export type Waiting = Kept<VisitNote>

export const { waitingOf, keep, change, forget, forgetAll, watch, oneTabAtATime } = waitingStore<VisitNote>({
  name: 'pawfolk-visits',
  mark: 'pawfolk-visit-waiting',
})

export const markRefused = async (waiting: Waiting, refused: string): Promise<void> =>
  void (await change(waiting, (entry) => ({ ...entry, refused })))

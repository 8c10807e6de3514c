import type { ReactNode } from 'react'
import type { Appointment, Visit } from '#/appointments/contract.ts'
import type { Refusals } from './useMove.ts'

/** Parts of an appointment's card that later domains add. */
export type CardParts<Shown extends Appointment | Visit> = {
  /** The sentences for moves that the trade refuses. */
  refusals: Refusals
  rating(shown: Shown): ReactNode
  pictures(shown: Shown, now: Date): ReactNode
  /** Below how it ended. */
  instead?(shown: Shown, now: Date): ReactNode
  actions(shown: Shown, now: Date): ReactNode
  /** About its whole series. */
  series(shown: Shown, now: Date): ReactNode
  /** Rarely needed, as `<li>` elements. */
  links(shown: Shown, now: Date): ReactNode
}

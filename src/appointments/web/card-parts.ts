import type { ReactNode } from 'react'
import type { Appointment, Visit } from '#/appointments/contract.ts'

/** What later domains put on the card of an appointment. */
export type CardParts<Shown extends Appointment | Visit> = {
  /** What was said about it in public. */
  rating(shown: Shown): ReactNode
  /** Buttons of their own, among those of the card. */
  actions(shown: Shown, now: Date): ReactNode
}

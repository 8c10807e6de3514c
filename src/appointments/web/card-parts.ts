import type { ReactNode } from 'react'
import type { Appointment, Visit } from '#/appointments/contract.ts'

/** Parts of an appointment's card that later domains add. */
export type CardParts<Shown extends Appointment | Visit> = {
  rating(shown: Shown): ReactNode
  pictures(shown: Shown, now: Date): ReactNode
  actions(shown: Shown, now: Date): ReactNode
}

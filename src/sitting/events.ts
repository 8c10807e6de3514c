import type { Resumed } from './shapes.ts'

export type CardStarted = { name: 'sitting.card_started'; data: { visitId: string } }

/** Announced for each entry that reaches a card. */
export type CardChanged = { name: 'sitting.card_changed'; data: { appointmentId: string } }

export type CardSent = { name: 'sitting.card_sent'; data: { visitId: string } }

/** The refunds that this change made, in minor units; without earlier ones. */
type Refunded = { refund: number }

/** Announced when either side ends a repeat or cancels the rest of several days. */
export type RequestEnded = { name: 'sitting.ended'; data: { requestId: string } & Refunded }

/** Announced when either side pauses a repeat. */
export type RequestPaused = { name: 'sitting.paused'; data: { pauseId: string } & Refunded }

/** Announced when a pause was ended early. */
export type RequestResumed = { name: 'sitting.resumed'; data: { pauseId: string } & Resumed }

/** Announced when one side asks to move a visit and when that ends, except by an agreement, which moves the appointment. */
export type MoveChanged = { name: 'sitting.move_changed'; data: { moveId: string } }

/** Announced at each change of a meet & greet. `revision` names this one change. */
export type MeetChanged = {
  name: 'sitting.meet_changed'
  data: { meetId: string; revision: number; by: 'owner' | 'sitter' | 'system' }
}

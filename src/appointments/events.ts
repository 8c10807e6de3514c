import type { AppointmentStatus, Side } from './rules.ts'

/** Announced for a change that keeps the status: a reschedule, a stay's early end or that it goes on, the owner's claim, or the provider's answer to it. */
export type AppointmentNoted = {
  name: 'appointments.noted'
  data: {
    changeId: string
    appointmentId: string
    what: 'rescheduled' | 'ended_early' | 'resumed' | 'early_end_disputed' | 'absence' | 'contest' | 'denial'
    /** Set if the provider agreed to a time for which the owner had asked. */
    by?: 'provider'
    /** The new estimate in minor units, if rescheduling changed it. */
    estimate?: number
  }
}

/** Announced when an appointment is booked or its status changes. */
export type AppointmentChanged = {
  name: 'appointments.changed'
  data: {
    changeId: string
    appointmentId: string
    to: AppointmentStatus
    by: Side
    /** The refund that this change made, in minor units; without earlier ones. */
    refund?: number
    /** One notice for several appointments tells both sides, so this one doesn't. */
    isToldTogether?: boolean
  }
}

export type ProposalChange =
  | 'proposed'
  | 'proposal_taken'
  | 'proposal_refused'
  | 'proposal_withdrawn'
  | 'proposal_lapsed'

/** Announced when a provider proposes another time, and when that is answered, withdrawn or lapses. */
export type ProposalChanged = {
  name: 'appointments.proposal_changed'
  data: { changeId: string; appointmentId: string; proposalId: string; what: ProposalChange }
}

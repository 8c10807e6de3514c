import type { ProviderRecord, VerificationSide, VerificationStatus } from './rules.ts'

/** Announced when a provider submits a record or an administrator decides on it. */
export type VerificationChanged = {
  name: 'verification.changed'
  data: {
    changeId: string
    record: ProviderRecord
    recordId: string
    userId: string
    from: VerificationStatus
    to: VerificationStatus
    by: VerificationSide
    reason: string | null
    /** True if a change was refused, so that the facts verified before stay. */
    changeRefused: boolean
    /** The time of the change; the event is delivered later. */
    at: string
  }
}

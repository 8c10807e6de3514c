import type { ProviderRecord, VerificationSide, VerificationStatus } from './rules.ts'

/** A provider submitted a record, or an administrator decided on it. */
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
    /** A change was refused, and the facts verified before stay. */
    changeRefused: boolean
    /** The time of the change; the event is delivered later. */
    at: string
  }
}

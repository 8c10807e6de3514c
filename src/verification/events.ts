import type { ProviderRecord, VerificationSide, VerificationStatus } from './rules.ts'

/** A provider's record was handed in, or an administrator decided about it. */
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
    /** The desk refused a change, and what was verified before it stays. */
    changeRefused: boolean
    /** When; an event is delivered later. */
    at: string
  }
}

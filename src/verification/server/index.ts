export { restoreRecordsOf, suspendRecordsOf } from './account-suspension.ts'
export { withProposal } from './proposals.ts'
export { decide, listQueue, readSubmission } from './review.ts'
export { type Saving, saveRecord } from './save.ts'

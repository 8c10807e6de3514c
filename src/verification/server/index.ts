export { restoreRecordsOf, suspendRecordsOf } from './account-suspension.ts'
export { decide, listQueue, readSubmission } from './review.ts'
export { saveRecord } from './save.ts'

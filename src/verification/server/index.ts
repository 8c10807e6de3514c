export { decide, listQueue, readSubmission } from './review.ts'
export { changeRecord } from './submit.ts'

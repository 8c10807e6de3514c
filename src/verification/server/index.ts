export { decide, listQueue, readSubmission } from './review.ts'
export { saveRecord } from './save.ts'

export { forgetMethodsOf } from './forget.ts'
export { isOwnMethod } from './methods.ts'
export { closePayment, holdBackPayment, movePayment, openPayment, releasePayment } from './payments.ts'
export { listPayable, recordPayout } from './payouts.ts'

export { isOwnMethod } from './methods.ts'
export { closePayment, movePayment, openPayment, releasePayment } from './payments.ts'

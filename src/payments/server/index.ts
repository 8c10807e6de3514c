export { isOwnMethod } from './methods.ts'
export { closePayment, openPayment, releasePayment } from './payments.ts'

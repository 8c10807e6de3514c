export { grantRefund, refundableOf, refundablePartsOf } from './desk-refunds.ts'
export { forgetMethodsOf } from './forget.ts'
export { gatewayIn } from './gateways.ts'
export { isSameMoney } from './ledger.ts'
export { isUsableMethod } from './methods.ts'
export { listMoneyBack } from './money-back.ts'
export { noteArrival, refundPart, releasePart } from './parts.ts'
export {
  isFromDashboard,
  isRefundedSince,
  refundedOfPart,
  takenBackOfPart,
  takenBy,
  takenInDashboard,
} from './payees.ts'
export {
  closePayment,
  deferPayout,
  holdBackPayment,
  movePayment,
  openPayment,
  releasePayment,
} from './payments.ts'
export { listPayable, owedTo, recordPayout } from './payouts.ts'
export { isPausedPayment, lockPayment } from './queries.ts'
export {
  exportReconciliation,
  listGatewayBalances,
  listReconciledDays,
  listReconciledLines,
} from './reconciliation.ts'
export { isAllRefunded } from './refunds.ts'
export { deferShare, dropShare, holdBackShare, releaseShare } from './shares.ts'
export { payRefundByHand, retryRefund } from './stuck-refunds.ts'

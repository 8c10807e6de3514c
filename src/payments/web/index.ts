export { MethodChoice } from './MethodChoice.tsx'
export { PayNow, PayOtherwise } from './PayNow.tsx'
export { usePay } from './use-pay.ts'

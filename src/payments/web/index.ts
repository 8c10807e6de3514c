export { MethodChoice } from './MethodChoice.tsx'
export { PayNow } from './PayNow.tsx'
export { usePay } from './use-pay.ts'

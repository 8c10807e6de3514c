export { ParcelFacts, StatusChip } from './orders/ParcelFacts.tsx'
export { ReturnReason } from './orders/ReturnReason.tsx'
export { returnText, statusText } from './orders/words.ts'
export { categoryText } from './words.ts'

export { ParcelFacts, StatusChip } from './orders/ParcelFacts.tsx'
export { goodsText } from './orders/ReturnFacts.tsx'
export { returnText, statusText } from './orders/words.ts'
export { categoryText } from './words.ts'

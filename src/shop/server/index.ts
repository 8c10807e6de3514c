export { findDeskOrder } from './orders/desk.ts'
export { decideMissing, listMissing } from './orders/missing.ts'

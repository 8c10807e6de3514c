export { findOpenDays, findSlots, reserveSlot } from './book.ts'
export { freeingHold, insertingHold } from './queries.ts'

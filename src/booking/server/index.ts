export { keepHoursInWords } from './availability-queries.ts'
export { findOpenDays, findSlots, type ReservedSlot, reserveSlot } from './book.ts'
export { freeingHold, insertingHold, keepHold, moveHold, noteChange } from './queries.ts'
export { announceFreed } from './waiting.ts'

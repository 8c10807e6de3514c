export { keepHoursInWords } from './availability-queries.ts'
export { findOpenDays, findSlots, reserveSlot, type SlotChoice } from './book.ts'
export { holdRow, keepHold, moveHold } from './queries.ts'
export { announceFreed } from './waiting.ts'

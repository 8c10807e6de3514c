export { keepHoursInWords } from './availability-queries.ts'
export { findOpenDays, findSlots, reserveSlot } from './book.ts'
export { freeingHold, insertingHold } from './queries.ts'

export { keepHoursInWords } from './availability-queries.ts'
export { findOpenDays, findSlots, reserveSlot, type SlotChoice } from './book.ts'
export { findFree } from './free.ts'
export { findOpenNow } from './open-now.ts'
export { areOpenIn } from './open-spans.ts'
export {
  freeProposed,
  hasLapsed,
  holdProposed,
  holdRow,
  isListed,
  keepHold,
  lockProvider,
  moveHold,
} from './queries.ts'
export { calendarTables } from './trade-tables.ts'
export { announceFreed, tellOfTimes } from './waiting.ts'

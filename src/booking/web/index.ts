export { availabilityTab } from './availability/AvailabilityTab.tsx'
export { useCalendars } from './availability/calendars.ts'
export { BookingDialog, BookingDialogFooter } from './BookingDialog.tsx'
export { ChooseDay } from './ChooseDay.tsx'
export { ChooseSlot } from './ChooseSlot.tsx'
export { keepDraft, readDraft } from './draft.ts'
export { daysFreshness, slotsFreshness } from './freshness.ts'
export {
  prefetchTimes,
  type TimeChoice,
  useBookingTimes,
} from './use-booking-times.ts'

import { bookingContract } from '#/booking/availability-contract.ts'
import { serve } from '#/kernel/server/serve.ts'
import { findAvailability } from './availability.ts'
import { findOwnCalendars } from './availability-queries.ts'
import { findOpenDays, findSlots } from './book.ts'
import { addHoliday, removeDate, removeHoliday, saveDate, saveSettings, saveWeek } from './change-hours.ts'
import { findWaits } from './wait-queries.ts'
import { stopWaiting, wait } from './waiting.ts'

const os = serve(bookingContract)

export const bookingEndpoints = os.router({
  calendars: os.calendars.handler(async ({ context: { actor, db, now } }) => ({
    calendars: await findOwnCalendars(db, actor.userId, now),
  })),

  availability: os.availability.handler(({ input, context: { actor, db, now } }) =>
    findAvailability(db, actor, input.trade, now),
  ),

  saveWeek: os.saveWeek.handler(({ input, context }) => saveWeek(context, input)),

  saveDate: os.saveDate.handler(({ input, context }) => saveDate(context, input)),

  removeDate: os.removeDate.handler(({ input, context }) => removeDate(context, input)),

  addHoliday: os.addHoliday.handler(({ input, context }) => addHoliday(context, input)),

  removeHoliday: os.removeHoliday.handler(({ input, context }) => removeHoliday(context, input)),

  saveSettings: os.saveSettings.handler(({ input, context }) => saveSettings(context, input)),

  openDays: os.openDays.handler(({ input, context: { actor, db, now } }) =>
    findOpenDays(db, input, now, { viewerId: actor.userId, movingId: input.moving }),
  ),

  slots: os.slots.handler(({ input, context: { actor, db, now } }) =>
    findSlots(db, input, input.date, now, { viewerId: actor.userId, movingId: input.moving }),
  ),

  waits: os.waits.handler(async ({ input, context: { actor, db } }) => ({
    days: await findWaits(db, actor.userId, input),
  })),

  wait: os.wait.handler(({ input, context }) => wait(context, input)),

  stopWaiting: os.stopWaiting.handler(({ input, context }) => stopWaiting(context, input.id)),
})

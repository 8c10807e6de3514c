import { type RawBuilder, sql } from 'kysely'
import { isBySlot, type Trade } from '#/booking/trades.ts'
import type { DB } from '#/kernel/server/schema.ts'

type TradeTables = {
  providers: keyof DB
  schedules: keyof DB
  breaks: keyof DB
  holidays: keyof DB
  providerId: string
}

/** Each trade's tables. Only names from this closed list become part of a statement. */
export const calendarTables = {
  veterinary: {
    providers: 'veterinary_doctors',
    schedules: 'veterinary_schedules',
    breaks: 'veterinary_breaks',
    holidays: 'veterinary_holidays',
    providerId: 'veterinary_id',
  },
  training: {
    providers: 'pet_trainers',
    schedules: 'pet_trainer_schedules',
    breaks: 'pet_trainer_breaks',
    holidays: 'pet_trainer_holidays',
    providerId: 'pet_trainer_id',
  },
  styling: {
    providers: 'pet_stylists',
    schedules: 'pet_stylist_schedules',
    breaks: 'pet_stylist_breaks',
    holidays: 'pet_stylist_holidays',
    providerId: 'pet_stylist_id',
  },
  sitting: {
    providers: 'pet_sitters',
    schedules: 'pet_sitter_schedules',
    breaks: 'pet_sitter_breaks',
    holidays: 'pet_sitter_holidays',
    providerId: 'pet_sitter_id',
  },
} as const satisfies Record<Trade, TradeTables>

/** Returns a trade's table names for use in statements, and its own name as a literal. */
export function namesOf(trade: Trade): Record<keyof TradeTables | 'trade' | 'buffer', RawBuilder<unknown>> {
  const { providers, schedules, breaks, holidays, providerId } = calendarTables[trade]
  return {
    providers: sql.table(providers),
    schedules: sql.table(schedules),
    breaks: sql.table(breaks),
    holidays: sql.table(holidays),
    providerId: sql.ref(providerId),
    trade: sql.lit(trade),
    // Nobody is booked by the slot beside a sitter's pets.
    buffer: isBySlot(trade) ? sql.ref('p.buffer_minutes') : sql.lit(0),
  }
}

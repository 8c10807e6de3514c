import { type Money, priceFor } from '#/kernel/money.ts'
import type { Rates } from '#/sitting/estimate.ts'
import { hoursOfNight } from '#/sitting/rules.ts'
import type { Sitter } from '#/sitting/shapes.ts'

export const ratesOf = ({ hourlyRate, nightlyRate }: Pick<Sitter, 'hourlyRate' | 'nightlyRate'>): Rates => ({
  hourlyRate: hourlyRate.amount,
  nightlyRate: nightlyRate?.amount ?? null,
  currency: hourlyRate.currency,
})

/** Returns the price per night, also for sitters with only an hourly rate. */
export const nightPrice = ({ hourlyRate, nightlyRate }: Pick<Sitter, 'hourlyRate' | 'nightlyRate'>): Money =>
  nightlyRate ?? { ...hourlyRate, amount: priceFor(hourlyRate.amount, hoursOfNight * 60) }

/** An amount in integer minor units (paise for rupees), with its currency's ISO code. */
export type Money = { amount: number; currency: string }

/** The largest Postgres `integer`: two crore rupees. */
export const mostMoney = 2_147_483_647

/** The smallest payment that gateways take, in paise. */
export const leastPayment = 100
/** An hourly or nightly rate in paise at which six minutes cost the smallest payment. */
export const lowestRate = 1_000
/** The highest rate, in paise: thirty nights at eight hours each still fit in a price. */
export const highestRate = 5_000_000

const formats = new Map<string, Intl.NumberFormat>()

function formatOf(currency: string): Intl.NumberFormat {
  const known = formats.get(currency)
  if (known) return known
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2 }
  const format = new Intl.NumberFormat('en-IN', { style: 'currency', currency, ...digits })
  formats.set(currency, format)
  return format
}

/** Formats as '₹1,25,000.00', with Indian grouping and always two decimals. */
export function formatMoney({ amount, currency }: Money): string {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`Money is a whole number of minor units: ${amount}`)
  return formatOf(currency).format(amount / 100)
}

/**
 * Parses typed amounts ('1,250', '₹ 1250.5') into minor units; null if it isn't an amount, has more than two decimals
 * or is too large. Commas have to group digits, the Indian or the western way: '12,5' may mean twelve and a half.
 */
export function parseAmount(text: string, most = mostMoney): number | null {
  const match = /^(?:₹|rs\.?|inr)?\s*(\d+|\d{1,3}(?:,\d{2,3})*,\d{3})(?:\.(\d{1,2}))?$/i.exec(text.trim())
  if (!match) return null
  const amount = Number(match[1]!.replaceAll(',', '')) * 100 + Number((match[2] ?? '').padEnd(2, '0'))
  return amount <= most ? amount : null
}

/** Returns the price of these minutes at an hourly rate, in minor units; half a unit is rounded up. */
export function priceFor(ratePerHour: number, minutes: number): number {
  return Math.floor((ratePerHour * minutes * 2 + 60) / 120)
}

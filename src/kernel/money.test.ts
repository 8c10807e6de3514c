import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { amountSchema } from '#/kernel/fields.ts'
import { formatMoney, highestRate, mostMoney, parseAmount, priceFor } from './money.ts'

const rupees = (amount: number) => formatMoney({ amount, currency: 'INR' })

describe('money', () => {
  it('of thirty nights at the highest rate fits in a price', () => {
    expect(priceFor(highestRate, 30 * 8 * 60)).toBeLessThanOrEqual(mostMoney)
    expect(30 * highestRate).toBeLessThanOrEqual(mostMoney)
  })

  it('is shown with Indian grouping and two decimals', () => {
    expect(rupees(125_000)).toBe('₹1,250.00')
    expect(rupees(12_500_000)).toBe('₹1,25,000.00')
    expect(rupees(1_000_000_005)).toBe('₹1,00,00,000.05')
    expect(rupees(5)).toBe('₹0.05')
    expect(rupees(0)).toBe('₹0.00')
    expect(formatMoney({ amount: 199_999, currency: 'USD' })).toBe('$1,999.99')
  })

  it('is never a fraction of a minor unit', () => {
    expect(() => rupees(0.5)).toThrow(RangeError)
    expect(() => rupees(Number.NaN)).toThrow(RangeError)
    for (const amount of [0.5, -1, 2 ** 31, Number.NaN, '5']) {
      expect(amountSchema.safeParse(amount).success).toBe(false)
    }
  })

  it.each([
    ['1250', 125_000],
    ['1,250.5', 125_050],
    ['₹ 1,25,000.00', 12_500_000],
    ['Rs. 12', 1_200],
    [' INR 0.05 ', 5],
    ['1,234,567', 123_456_700],
    ['1,00,000', 10_000_000],
  ])('%j is typed for %i paise', (text, amount) => {
    expect(parseAmount(text)).toBe(amount)
  })

  it.each([
    '',
    'free',
    '-5',
    '1.234',
    '1e5',
    '.5',
    ',5',
    '1.',
    '12 50',
    '12,5',
    '1,00',
    '1,,000',
    '1000,000',
    ',100',
    '99999999999999999999',
  ])('%j is not an amount', (text) => expect(parseAmount(text)).toBeNull())

  it('reads back what it shows', () => {
    fc.assert(
      fc.property(fc.nat(), (amount) => {
        expect(parseAmount(rupees(amount))).toBe(amount)
      }),
    )
  })

  it('prices minutes at an hourly rate to the nearest paisa, half a paisa up', () => {
    expect(priceFor(50_000, 90)).toBe(75_000)
    expect(priceFor(100, 20)).toBe(33)
    expect(priceFor(100, 40)).toBe(67)
    expect(priceFor(1, 30)).toBe(1)
    expect(priceFor(33_333, 0)).toBe(0)
  })
})

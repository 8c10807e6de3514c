import { formatMoney, type Money } from '#/kernel/money.ts'

/** What it costs, with a word for nothing. */
export const priceText = (price: Money) => (price.amount === 0 ? 'Free' : formatMoney(price))

import { formatMoney, type Money } from '#/kernel/money.ts'

export const priceText = (price: Money) => (price.amount === 0 ? 'Free' : formatMoney(price))

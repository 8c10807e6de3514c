import { taxWithin } from '#/payments/rules.ts'

export type TaxSplit = { cgst: number; sgst: number; igst: number }

/**
 * Splits the tax within an amount: IGST between states, otherwise CGST and SGST, each at half the rate and rounded by itself,
 * so that both are the same. In minor units.
 */
export function splitTax(amount: number, rate: number, isInterstate: boolean): TaxSplit {
  if (amount < 0) return negative(splitTax(-amount, rate, isInterstate))
  if (isInterstate) return { cgst: 0, sgst: 0, igst: taxWithin(amount, rate) }
  const half = Math.round((amount * rate) / (100 + rate) / 2)
  return { cgst: half, sgst: half, igst: 0 }
}

/** Returns the tax of a discount, rounded like the amount that it is taken off. */
const negative = ({ cgst, sgst, igst }: TaxSplit): TaxSplit => ({
  cgst: 0 - cgst,
  sgst: 0 - sgst,
  igst: 0 - igst,
})

export const sumTax = (splits: readonly TaxSplit[]): TaxSplit =>
  splits.reduce(
    (sum, { cgst, sgst, igst }) => ({ cgst: sum.cgst + cgst, sgst: sum.sgst + sgst, igst: sum.igst + igst }),
    { cgst: 0, sgst: 0, igst: 0 },
  )

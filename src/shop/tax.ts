import { taxWithin } from '#/payments/rules.ts'

export type TaxSplit = { cgst: number; sgst: number; igst: number }

/** Splits the tax within an amount: IGST between states, otherwise half CGST and half SGST. In minor units. */
export function splitTax(amount: number, rate: number, isInterstate: boolean): TaxSplit {
  const tax = taxWithin(amount, rate)
  if (isInterstate) return { cgst: 0, sgst: 0, igst: tax }
  const cgst = Math.floor(tax / 2)
  return { cgst, sgst: tax - cgst, igst: 0 }
}

export const sumTax = (splits: readonly TaxSplit[]): TaxSplit =>
  splits.reduce(
    (sum, { cgst, sgst, igst }) => ({ cgst: sum.cgst + cgst, sgst: sum.sgst + sgst, igst: sum.igst + igst }),
    { cgst: 0, sgst: 0, igst: 0 },
  )

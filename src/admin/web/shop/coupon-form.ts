import { isDay } from '#/kernel/time.ts'
import {
  draftOf,
  type FieldDraft,
  type FieldSpec,
  inputsOf,
  problemsIn,
} from '#/kernel/web/form/field-list.ts'
import { type Problems, problem } from '#/kernel/web/form/use-draft.ts'
import {
  type CouponTerms,
  capitalized,
  couponCodeMaximum,
  type DeskCoupon,
  isCouponCode,
  mostDiscounted,
  mostTakenOff,
} from '#/shop/coupons.ts'

const day = (text: string) => !isDay(text) && 'Please enter a day like 2027-03-31'

/** Returns a coupon’s fields. Its category and its seller are menus of their own. `zone`: the name of its days’ time zone, if it isn’t the reader’s. */
export const couponFields = (coupon: DeskCoupon | null, zone: string | null = null): readonly FieldSpec[] => [
  ...(coupon ? [] : [codeField]),
  ...terms(zone),
]

const codeField: FieldSpec = {
  kind: 'line',
  name: 'code',
  label: 'Code',
  required: true,
  max: couponCodeMaximum,
  capitals: true,
  hint: 'Buyers type it at the checkout. It can’t be changed later.',
  check: (text) =>
    !isCouponCode(capitalized(text)) && 'Please use 4 to 20 characters: letters A–Z and digits.',
}

const terms = (zone: string | null): readonly FieldSpec[] => [
  {
    kind: 'whole',
    name: 'percent',
    label: 'Discount in percent',
    least: 1,
    most: mostDiscounted,
    hint: 'Of the products that count. Enter either this or an amount.',
    unit: '%',
  },
  { kind: 'amount', name: 'amount', label: 'Discount in rupees', aboveZero: true, most: mostTakenOff },
  {
    kind: 'amount',
    name: 'mostDiscount',
    label: 'Maximum discount in rupees',
    aboveZero: true,
    most: mostTakenOff,
    hint: 'Required for percentages: sellers set their own prices, so without a maximum, a coupon could cost you any amount.',
  },
  {
    kind: 'amount',
    name: 'minimum',
    label: 'Minimum order in rupees',
    hint: 'What the products that count must cost together.',
  },
  {
    kind: 'line',
    name: 'validFrom',
    label: 'First day',
    required: true,
    max: 10,
    check: day,
    ...(zone && { hint: `In ${zone}.` }),
  },
  {
    kind: 'line',
    name: 'validUntil',
    label: 'Last day',
    max: 10,
    check: day,
    hint: `Leave it empty if it has no end.${zone ? ` The day ends at midnight in ${zone}.` : ''}`,
  },
  {
    kind: 'whole',
    name: 'mostUses',
    label: 'Uses in total',
    least: 1,
    most: 1_000_000,
    hint: 'Leave it empty for any number.',
  },
  {
    kind: 'whole',
    name: 'mostPerPerson',
    label: 'Uses per person',
    least: 1,
    most: 1000,
    required: true,
    hint: 'Only buyers with a confirmed email address or phone number can use a coupon, so opening new accounts doesn’t give anyone more uses.',
  },
  { kind: 'yes', name: 'isActive', label: 'Buyers can use it' },
]

export const draftOfCoupon = (coupon: DeskCoupon | null, today: string): FieldDraft =>
  draftOf(
    couponFields(coupon),
    coupon
      ? {
          ...coupon,
          amount: coupon.amount?.amount ?? null,
          mostDiscount: coupon.mostDiscount?.amount ?? null,
          minimum: coupon.minimum.amount || null,
        }
      : { validFrom: today, mostPerPerson: 1, isActive: true },
  )

export const problemsOfCoupon =
  (coupon: DeskCoupon | null) =>
  (draft: FieldDraft): Problems<string> => {
    const fields = couponFields(coupon)
    const { percent, amount, mostDiscount, validFrom, validUntil, mostUses } = inputsOf(fields, draft)
    const both = percent !== null && amount !== null
    const needsMaximum = percent !== null && amount === null && !String(draft['mostDiscount']).trim()
    return {
      // First, so that the first bad field of the form gets the focus.
      ...problemsIn(fields, draft),
      ...problem(
        both ? 'amount' : 'percent',
        (both || (percent === null && amount === null)) && 'Please enter either a percentage or an amount.',
      ),
      ...problem(
        'mostDiscount',
        mostDiscount !== null && percent === null && 'A maximum is only for discounts in percent.',
      ),
      ...problem('mostDiscount', needsMaximum && 'Please enter a maximum discount for this percentage.'),
      ...problem(
        'validUntil',
        Boolean(validFrom && validUntil && validUntil < validFrom) && 'This is before the first day.',
      ),
      ...problem(
        'mostUses',
        mostUses !== null &&
          Number(mostUses) < (coupon?.used ?? 0) &&
          `It was used ${coupon?.used} times already.`,
      ),
    }
  }

export function termsOf(
  coupon: DeskCoupon | null,
  draft: FieldDraft,
  { category, sellerId }: Pick<CouponTerms, 'category' | 'sellerId'>,
): { code: string; terms: CouponTerms } {
  const { code, ...values } = inputsOf(couponFields(coupon), draft)
  return {
    code: String(code ?? coupon?.code ?? ''),
    terms: {
      ...(values as unknown as CouponTerms),
      minimum: Number(values['minimum'] ?? 0),
      category,
      sellerId,
    },
  }
}

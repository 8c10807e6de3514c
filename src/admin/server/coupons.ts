import { formatMoney } from '#/kernel/money.ts'
import type { Admin, Work } from '#/kernel/server/work.ts'
import type { CouponTerms, DeskCoupon } from '#/shop/coupons.ts'
import { addCoupon, changeCoupon, readDeskCoupon } from '#/shop/server/index.ts'
import { type Acted, changesOf } from './act.ts'

type AdminWork = Work & { admin: Admin }

export async function addCouponAtDesk(
  work: AdminWork,
  { code, terms }: { code: string; terms: CouponTerms },
): Promise<Acted & { answer: { id: string } }> {
  const id = await addCoupon(work, { code, terms, isSupport: work.admin.role === 'support' })
  return { answer: { id }, subjectId: id, after: factsOf((await readDeskCoupon(work.db, id))!) }
}

export async function changeCouponAtDesk(
  work: AdminWork,
  change: { id: string; version: number; terms: CouponTerms },
): Promise<Acted> {
  const { before, after } = await changeCoupon(work, { ...change, isSupport: work.admin.role === 'support' })
  return changesOf(factsOf(before), factsOf(after))
}

const factsOf = (coupon: DeskCoupon) => ({
  discount: coupon.percent === null ? coupon.amount && formatMoney(coupon.amount) : `${coupon.percent}%`,
  mostDiscount: coupon.mostDiscount && formatMoney(coupon.mostDiscount),
  minimum: formatMoney(coupon.minimum),
  validFrom: coupon.validFrom,
  validUntil: coupon.validUntil,
  mostUses: coupon.mostUses,
  mostPerPerson: coupon.mostPerPerson,
  category: coupon.category,
  seller: coupon.seller?.name ?? null,
  active: coupon.isActive,
})

import { formatMoney } from '#/kernel/money.ts'
import type { CouponTerms, DeskCoupon } from '#/shop/coupons.ts'
import { addCoupon, changeCoupon, readDeskCoupon } from '#/shop/server/index.ts'
import { writeDown } from './audit.ts'
import type { AdminWork } from './suspension.ts'

export async function addCouponAtDesk(
  work: AdminWork,
  given: { code: string; terms: CouponTerms },
): Promise<string> {
  const id = await addCoupon(work, { ...given, isSupport: work.admin.role === 'support' })
  await writeDown(work, {
    action: 'coupon.added',
    subject: { kind: 'coupon', id },
    after: factsOf((await readDeskCoupon(work.db, id))!),
  })
  return id
}

export async function changeCouponAtDesk(
  work: AdminWork,
  change: { id: string; version: number; terms: CouponTerms },
): Promise<void> {
  const { before, after } = await changeCoupon(work, { ...change, isSupport: work.admin.role === 'support' })
  const [old, next] = [factsOf(before), factsOf(after)]
  const changed = Object.keys(next).filter((name) => old[name] !== next[name])
  const only = (facts: Facts) => Object.fromEntries(changed.map((name) => [name, facts[name]]))
  await writeDown(work, {
    action: 'coupon.changed',
    subject: { kind: 'coupon', id: change.id },
    before: only(old),
    after: only(next),
  })
}

type Facts = Record<string, unknown>

const factsOf = (coupon: DeskCoupon): Facts => ({
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

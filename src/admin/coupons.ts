import { z } from 'zod'
import { endpoint, only } from '#/kernel/api.ts'
import { cursorSchema, done, optionalLine, pageOf } from '#/kernel/fields.ts'
import { idSchema } from '#/kernel/ids.ts'
import { couponCodeInput, couponTermsSchema, couponTextMaximum, deskCouponSchema } from '#/shop/coupons.ts'
import { shopErrors } from '#/shop/errors.ts'

const ofCoupon = z.object({ id: idSchema('coupon') })

export const couponEndpoints = {
  coupons: endpoint({
    method: 'GET',
    path: '/admin/coupons',
    summary: 'Lists coupons by code, those that can be used or all; the newest first',
    access: 'admin',
    rows: 'all coupons, with how often they were used',
    input: z.object({
      search: optionalLine(couponTextMaximum),
      show: z.enum(['running', 'all']).default('running'),
      cursor: cursorSchema,
    }),
    output: pageOf(deskCouponSchema),
  }),
  coupon: endpoint({
    method: 'GET',
    path: '/admin/coupons/{id}',
    summary: 'Returns one coupon',
    access: 'admin',
    rows: 'all coupons',
    input: ofCoupon,
    output: deskCouponSchema,
  }),
  couponChoices: endpoint({
    method: 'GET',
    path: '/admin/coupon-choices',
    summary: 'Lists the sellers that a coupon can be for, by name, and the time zone of its days',
    access: 'admin',
    rows: 'all sellers who can sell now, up to 1,000',
    input: z.object({}).optional(),
    output: z.object({
      sellers: z.array(z.object({ id: z.string(), name: z.string() })),
      timeZone: z.string(),
    }),
  }),
  addCoupon: endpoint({
    method: 'POST',
    path: '/admin/coupons',
    summary: 'Adds a coupon; the operator bears its discount, which is limited for support',
    access: 'admin',
    rows: 'a new coupon',
    audit: { action: 'coupon.added', said: 'added the coupon', subject: 'coupon' },
    input: z.object({ code: couponCodeInput, terms: couponTermsSchema }),
    output: z.object({ id: idSchema('coupon') }),
    errors: only(shopErrors, 'shop.coupon_taken', 'shop.coupon_too_large', 'shop.seller_unknown'),
  }),
  changeCoupon: endpoint({
    method: 'PUT',
    path: '/admin/coupons/{id}',
    summary: 'Changes a coupon’s terms from now on, or switches it on or off',
    access: 'admin',
    rows: 'all coupons',
    audit: { action: 'coupon.changed', said: 'changed the coupon', subject: 'coupon' },
    /** The version on the screen. */
    input: ofCoupon.extend({ version: z.int().min(1).max(2_000_000_000), terms: couponTermsSchema }),
    output: done,
    errors: only(
      shopErrors,
      'shop.coupon_changed',
      'shop.coupon_used_more',
      'shop.coupon_too_large',
      'shop.seller_unknown',
    ),
  }),
}

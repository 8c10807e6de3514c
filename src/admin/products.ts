import { z } from 'zod'
import { endpoint, only } from '#/kernel/api.ts'
import { cursorSchema, done, limits, optionalLine, pageOf } from '#/kernel/fields.ts'
import { idSchema } from '#/kernel/ids.ts'
import { deskProductSchema, hidingReasonSchema } from '#/shop/desk.ts'
import { shopErrors } from '#/shop/errors.ts'

const ofProduct = z.object({ id: idSchema('product') })

export const productEndpoints = {
  products: endpoint({
    method: 'GET',
    path: '/admin/products',
    summary:
      'Lists sellers’ products by words or id, by seller, the hidden ones, or those renamed after a review; the newest first',
    access: 'admin',
    rows: 'all products except those that their sellers deleted',
    input: z.object({
      search: optionalLine(limits.title),
      sellerId: z.uuid().optional(),
      show: z.enum(['all', 'hidden', 'renamed']).default('all'),
      cursor: cursorSchema,
    }),
    output: pageOf(deskProductSchema),
  }),
  hideProduct: endpoint({
    method: 'POST',
    path: '/admin/products/{id}/hiding',
    summary: 'Hides a product, so that nobody can find or buy it; tells the seller why',
    access: 'admin',
    rows: 'all products',
    audit: { action: 'product.hidden', said: 'hid the product', subject: 'product' },
    input: ofProduct.extend({ reason: hidingReasonSchema }),
    output: done,
    errors: only(shopErrors, 'shop.already_hidden'),
  }),
  showProduct: endpoint({
    method: 'DELETE',
    path: '/admin/products/{id}/hiding',
    summary: 'Shows a hidden product again, and tells the seller',
    access: 'admin',
    rows: 'all products',
    audit: { action: 'product.shown', said: 'showed the product again', subject: 'product' },
    input: ofProduct,
    output: done,
    errors: only(shopErrors, 'shop.not_hidden'),
  }),
}

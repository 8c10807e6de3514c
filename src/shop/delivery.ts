/** Sellers choose where they deliver to, and how fast. */
import { z } from 'zod'
import { endpoint, only } from '#/kernel/api.ts'
import {
  deliveryText,
  mostBeginnings,
  mostDeliveryDays,
  tidyBeginnings,
  unknownOf,
} from './delivery-rules.ts'
import { shopErrors } from './errors.ts'
import { shopRates } from './rules.ts'

export const deliverySchema = z.object({
  /** Beginnings of PIN codes; none for all of India. */
  beginnings: z.array(z.string()),
  /** Working days. */
  from: z.int(),
  to: z.int(),
})
export type Delivery = z.output<typeof deliverySchema>

const days = z.int(deliveryText.days).min(1, deliveryText.days).max(mostDeliveryDays, deliveryText.days)

export const deliveryInput = z
  .object({
    beginnings: z
      .array(z.string().regex(/^[1-9]\d{0,5}$/, deliveryText.digits))
      .max(1000, deliveryText.tooMany)
      .transform(tidyBeginnings)
      .refine((all) => all.length <= mostBeginnings, deliveryText.tooMany)
      .superRefine((all, context) => {
        const unknown = unknownOf(all)
        if (unknown) context.addIssue({ code: 'custom', message: deliveryText.unknown(unknown) })
      }),
    from: days,
    to: days,
  })
  .refine(({ from, to }) => from <= to, { path: ['to'], message: deliveryText.order })

export const deliveryEndpoints = {
  saveDelivery: endpoint({
    method: 'PUT',
    path: '/shop/selling/{record}/delivery',
    summary: 'Sets the PIN codes that a seller delivers to, and in how many working days',
    access: 'signed-in',
    rows: 'the caller’s own supplier or pharmacist record, in any state',
    limit: { name: 'shop-write', by: 'user', ...shopRates.write },
    input: z.object({
      record: z.enum(['pharmacist', 'supplier']),
      delivery: deliveryInput,
      /** The values on the screen; the call is refused if they have changed. */
      seen: z.object({
        beginnings: z.array(z.string().regex(/^\d{1,6}$/)).max(1000),
        from: z.int(),
        to: z.int(),
      }),
    }),
    output: deliverySchema,
    errors: only(shopErrors, 'shop.delivery_changed'),
  }),
}

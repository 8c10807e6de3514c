import { refuseRequest } from '#/kernel/errors.ts'
import { networkOf } from '#/kernel/server/client-address.ts'
import { consumeAttempt } from '#/kernel/server/rate-limit.ts'
import { serve } from '#/kernel/server/serve.ts'
import { supportContract } from '../contract.ts'
import { messageRate } from '../rules.ts'
import { keepMessage } from './messages.ts'
import { findWishes, skipNumber } from './queries.ts'
import { keepWish, type PageAt } from './wishes.ts'

const os = serve(supportContract)

/** `pageAt` is the route table, which this domain does not know. */
export const supportEndpoints = (pageAt: PageAt) =>
  os.router({
    operator: os.operator.handler(({ context: { config } }) => ({
      name: config.PRODUCT_NAME,
      email: config.CONTACT_EMAIL,
      phone: config.CONTACT_PHONE ?? null,
      whatsapp: config.CONTACT_WHATSAPP
        ? { number: config.CONTACT_WHATSAPP, url: `https://wa.me/${config.CONTACT_WHATSAPP.slice(1)}` }
        : null,
      address: config.CONTACT_ADDRESS ?? null,
      hours: config.CONTACT_HOURS ?? null,
      grievanceOfficer: config.GRIEVANCE_OFFICER ?? null,
    })),

    sendMessage: os.sendMessage.handler(async ({ input, context }) => {
      const { config, visitor, address, db } = context
      if (config.RATE_LIMITS) {
        const { allowed, retryAfter } = await consumeAttempt(db, `contact:${networkOf(address)}`, messageRate)
        if (!allowed) refuseRequest('request.too_many', { retryAfter })
      }
      const { website, ...message } = input
      // A machine learns nothing from the answer.
      if (website) return { reference: await skipNumber(db) }
      return { reference: await keepMessage(context, config, message, visitor?.userId ?? null) }
    }),

    wishes: os.wishes.handler(async ({ context: { actor, db } }) => ({
      services: await findWishes(db, actor.userId),
    })),

    wish: os.wish.handler(async ({ input, context }) => {
      await keepWish(context, pageAt, input)
      return { done: true }
    }),
  })

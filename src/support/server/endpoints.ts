import { refuseRequest } from '#/kernel/errors.ts'
import { networkOf } from '#/kernel/server/client-address.ts'
import { newId } from '#/kernel/server/new-id.ts'
import { consumeAttempt } from '#/kernel/server/rate-limit.ts'
import { serve } from '#/kernel/server/serve.ts'
import { supportContract } from '../contract.ts'
import { messageRate } from '../rules.ts'
import { insertMessage, skipNumber } from './queries.ts'

const os = serve(supportContract)

export const supportEndpoints = os.router({
  operator: os.operator.handler(({ context: { config } }) => ({
    name: config.PRODUCT_NAME,
    email: config.CONTACT_EMAIL,
    phone: config.CONTACT_PHONE || null,
    address: config.CONTACT_ADDRESS ?? null,
    hours: config.CONTACT_HOURS ?? null,
    grievanceOfficer: config.GRIEVANCE_OFFICER ?? null,
  })),

  sendMessage: os.sendMessage.handler(async ({ input, context: { config, visitor, address, db, now } }) => {
    if (config.RATE_LIMITS) {
      const { allowed, retryAfter } = await consumeAttempt(db, `contact:${networkOf(address)}`, messageRate)
      if (!allowed) refuseRequest('request.too_many', { retryAfter })
    }
    const { website, ...message } = input
    // A machine learns nothing from the answer.
    if (website) return { reference: await skipNumber(db) }
    const userId = visitor?.userId ?? null
    return { reference: await insertMessage(db, { ...message, id: newId(), userId, now }) }
  }),
})

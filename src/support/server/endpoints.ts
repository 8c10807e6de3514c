import { refuseRequest } from '#/kernel/errors.ts'
import type { Config } from '#/kernel/server/config.ts'
import { newId } from '#/kernel/server/new-id.ts'
import { consumeAttempt } from '#/kernel/server/rate-limit.ts'
import { serve } from '#/kernel/server/serve.ts'
import { supportContract } from '../contract.ts'
import { messageRate } from '../rules.ts'
import { insertMessage, skipNumber } from './queries.ts'

type Settings = Pick<Config, 'PRODUCT_NAME' | 'CONTACT_EMAIL' | 'CONTACT_PHONE' | 'RATE_LIMITS'> & {
  CONTACT_ADDRESS?: string | undefined
  CONTACT_HOURS?: string | undefined
  GRIEVANCE_OFFICER?: string | undefined
}

const os = serve(supportContract)

/** The settings are read at the first call, not when the program is loaded. */
export function supportEndpoints(readSettings: () => Settings) {
  let read: Settings | undefined
  const settings = () => (read ??= readSettings())

  return os.router({
    operator: os.operator.handler(() => {
      const known = settings()
      return {
        name: known.PRODUCT_NAME,
        email: known.CONTACT_EMAIL,
        phone: known.CONTACT_PHONE || null,
        address: known.CONTACT_ADDRESS ?? null,
        hours: known.CONTACT_HOURS ?? null,
        grievanceOfficer: known.GRIEVANCE_OFFICER ?? null,
      }
    }),

    sendMessage: os.sendMessage.handler(async ({ input, context: { visitor, address, db, now } }) => {
      if (settings().RATE_LIMITS) {
        const { allowed, retryAfter } = await consumeAttempt(db, `contact:${address}`, messageRate)
        if (!allowed) refuseRequest('request.too_many', { retryAfter })
      }
      const { website, ...message } = input
      // A machine learns nothing from the answer.
      if (website) return { reference: await skipNumber(db) }
      const userId = visitor?.userId ?? null
      return { reference: await insertMessage(db, { ...message, id: newId(), userId, now }) }
    }),
  })
}

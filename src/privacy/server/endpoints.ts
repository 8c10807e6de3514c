import { serve } from '#/kernel/server/serve.ts'
import { privacyContract } from '#/privacy/contract.ts'
import { leave, readLeaving, stay } from './leaving.ts'

const os = serve(privacyContract)

export const privacyEndpoints = os.router({
  leaving: os.leaving.handler(({ context }) => readLeaving(context)),
  leave: os.leave.handler(({ context }) => leave(context, context.config.PRODUCT_NAME)),
  stay: os.stay.handler(({ context }) => stay(context)),
})

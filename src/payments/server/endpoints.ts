import { refuseRequest } from '#/kernel/errors.ts'
import { serve } from '#/kernel/server/serve.ts'
import { paymentsContract } from '#/payments/contract.ts'
import { startPaying } from './attempts.ts'
import { gatewayIn } from './gateways.ts'
import { listMethods, removeMethod, setDefaultMethod, startSetup } from './methods.ts'
import { listOrderEarnings } from './order-earnings.ts'
import { findPayouts } from './payouts.ts'
import { findPayment, listEarnings, listPayments } from './show.ts'

const os = serve(paymentsContract)

export const paymentsEndpoints = os.router({
  list: os.list.handler(({ input, context: { actor, db, now } }) =>
    listPayments(db, actor.userId, input, now),
  ),

  payment: os.payment.handler(
    async ({ input, context: { actor, db, now } }) =>
      (await findPayment(db, actor.userId, input.id, now)) ?? refuseRequest('request.not_found'),
  ),

  pay: os.pay.handler(async ({ input, context }) => ({
    goTo: await startPaying(context, gatewayIn(context.config), input),
  })),

  methods: os.methods.handler(async ({ context: { actor, db, config } }) => ({
    methods: await listMethods(db, gatewayIn(config), actor.userId),
    offered: [...gatewayIn(config).methods],
    isSandbox: gatewayIn(config).name === 'sandbox',
    chargesByItself: gatewayIn(config).chargesByItself,
    charging: gatewayIn(config).charging,
    takesUpiId: gatewayIn(config).takesUpiId,
  })),

  addMethod: os.addMethod.handler(async ({ input, context }) => ({
    goTo: await startSetup(context, gatewayIn(context.config), input),
  })),

  setDefaultMethod: os.setDefaultMethod.handler(({ input, context }) =>
    setDefaultMethod(context, gatewayIn(context.config), input.id),
  ),

  removeMethod: os.removeMethod.handler(({ input, context }) =>
    removeMethod(context, gatewayIn(context.config), input),
  ),

  payouts: os.payouts.handler(({ context: { actor, db, config, now } }) =>
    findPayouts(db, actor.userId, { gateway: config.PAYMENT_GATEWAY, now }),
  ),

  earnings: os.earnings.handler(({ input, context: { actor, db, config } }) =>
    listEarnings(db, actor.userId, { ...input, gateway: config.PAYMENT_GATEWAY }),
  ),

  orderEarnings: os.orderEarnings.handler(({ input, context: { actor, db, config } }) =>
    listOrderEarnings(db, actor.userId, { gateway: config.PAYMENT_GATEWAY, cursor: input.cursor }),
  ),
})

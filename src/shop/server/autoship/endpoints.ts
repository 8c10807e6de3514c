import { serve } from '#/kernel/server/serve.ts'
import { autoshipEndpoints as contract } from '#/shop/autoship.ts'
import {
  addAutoship,
  agreeToPrice,
  changeAutoship,
  endOwn,
  moveNext,
  pauseOwn,
  resumeOwn,
  skipNext,
} from './change.ts'
import { listAutoships, readOffer, readOfOrder } from './show.ts'

const os = serve(contract)
const done = { done: true } as const

export const autoshipHandlers = {
  autoshipOffer: os.autoshipOffer.handler(({ input, context }) => readOffer(context, input.variantId)),
  addAutoship: os.addAutoship.handler(async ({ input, context }) => ({
    id: (await addAutoship(context, input)).id as never,
  })),
  autoships: os.autoships.handler(({ context: { db, actor, now } }) =>
    listAutoships(db, { userId: actor.userId, now }),
  ),
  changeAutoship: os.changeAutoship.handler(async ({ input, context }) => {
    await changeAutoship(context, input)
    return done
  }),
  skipAutoship: os.skipAutoship.handler(({ input, context }) => skipNext(context, input)),
  moveAutoship: os.moveAutoship.handler(async ({ input, context }) => {
    await moveNext(context, input)
    return done
  }),
  pauseAutoship: os.pauseAutoship.handler(async ({ input, context }) => {
    await pauseOwn(context, input.id)
    return done
  }),
  resumeAutoship: os.resumeAutoship.handler(({ input, context }) => resumeOwn(context, input.id)),
  agreeToPrice: os.agreeToPrice.handler(async ({ input, context }) => {
    await agreeToPrice(context, input)
    return done
  }),
  endAutoship: os.endAutoship.handler(async ({ input, context }) => {
    await endOwn(context, input.id)
    return done
  }),
  orderAutoships: os.orderAutoships.handler(({ input, context }) => readOfOrder(context, input.id)),
}

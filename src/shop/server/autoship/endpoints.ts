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

export const autoshipHandlers = {
  autoshipOffer: os.autoshipOffer.handler(({ input, context }) => readOffer(context, input.variantId)),
  addAutoship: os.addAutoship.handler(async ({ input, context }) => ({
    id: (await addAutoship(context, input)).id as never,
  })),
  autoships: os.autoships.handler(({ context: { db, actor, now } }) =>
    listAutoships(db, { userId: actor.userId, now }),
  ),
  changeAutoship: os.changeAutoship.handler(({ input, context }) => changeAutoship(context, input)),
  skipAutoship: os.skipAutoship.handler(({ input, context }) => skipNext(context, input)),
  moveAutoship: os.moveAutoship.handler(({ input, context }) => moveNext(context, input)),
  pauseAutoship: os.pauseAutoship.handler(({ input, context }) => pauseOwn(context, input.id)),
  resumeAutoship: os.resumeAutoship.handler(({ input, context }) => resumeOwn(context, input.id)),
  agreeToPrice: os.agreeToPrice.handler(({ input, context }) => agreeToPrice(context, input)),
  endAutoship: os.endAutoship.handler(({ input, context }) => endOwn(context, input.id)),
  orderAutoships: os.orderAutoships.handler(({ input, context }) => readOfOrder(context, input.id)),
}

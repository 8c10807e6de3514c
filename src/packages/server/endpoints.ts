import { serve } from '#/kernel/server/serve.ts'
import { packagesContract } from '#/packages/contract.ts'
import { buyPackage } from './buy.ts'
import { findPackage, listMine, listSold } from './list.ts'
import { changeOffer, listOffers, listOwnOffers, putOnSale, resumeOffer, withdrawOffer } from './offers.ts'
import { returnPackage } from './return.ts'

const os = serve(packagesContract)

export const packagesEndpoints = os.router({
  offers: os.offers.handler(({ input, context: { actor, db, now } }) =>
    listOffers(db, { ...input, userId: actor.userId, now }),
  ),

  ownOffers: os.ownOffers.handler(({ context: { actor, db } }) =>
    listOwnOffers(db, actor.records['pet_trainer']!),
  ),

  offer: os.offer.handler(({ input, context }) => putOnSale(context, input.terms)),

  changeOffer: os.changeOffer.handler(({ input, context }) => changeOffer(context, input.id, input.terms)),

  withdrawOffer: os.withdrawOffer.handler(({ input, context }) => withdrawOffer(context, input.id)),

  resumeOffer: os.resumeOffer.handler(({ input, context }) => resumeOffer(context, input.id)),

  sold: os.sold.handler(({ input, context: { actor, db } }) =>
    listSold(db, { ...input, userId: actor.userId }),
  ),

  buy: os.buy.handler(({ input, context }) => buyPackage(context, input)),

  mine: os.mine.handler(({ input, context: { actor, db, now } }) =>
    listMine(db, { ...input, userId: actor.userId, now }),
  ),

  package: os.package.handler(({ input, context: { actor, db, now } }) =>
    findPackage(db, { ...input, userId: actor.userId, now }),
  ),

  return: os.return.handler(async ({ input, context }) => {
    await returnPackage(context, input)
    const { actor, db, now } = context
    return findPackage(db, { id: input.id, userId: actor.userId, now })
  }),
})

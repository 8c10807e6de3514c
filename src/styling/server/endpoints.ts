import { findProviders } from '#/appointments/server/index.ts'
import { refuseRequest } from '#/kernel/errors.ts'
import { serve } from '#/kernel/server/serve.ts'
import { stylingContract } from '#/styling/contract.ts'
import { bookStyling } from './book.ts'
import { findProfile, saveProfile } from './profile.ts'
import { findStylist, stylistCards } from './stylists.ts'

const os = serve(stylingContract)

export const stylingEndpoints = os.router({
  profile: os.profile.handler(
    async ({ context: { actor, db } }) => (await findProfile(db, actor.userId)) ?? null,
  ),

  saveProfile: os.saveProfile.handler(({ input, context }) => saveProfile(context, input)),

  stylists: os.stylists.handler(({ input, context }) =>
    findProviders(context, {
      trade: 'styling',
      search: { ...input, specialization: input.service },
      cards: stylistCards,
    }),
  ),

  stylist: os.stylist.handler(
    async ({ input, context: { db } }) =>
      (await findStylist(db, input.id)) ?? refuseRequest('request.not_found'),
  ),

  book: os.book.handler(({ input, context }) => bookStyling(context, input)),
})

import { findProviders } from '#/appointments/server/index.ts'
import { refuseRequest } from '#/kernel/errors.ts'
import { serve } from '#/kernel/server/serve.ts'
import { veterinaryContract } from '#/veterinary/contract.ts'
import { bookVisit } from './book.ts'
import { findProfile, saveProfile } from './profile.ts'
import { findVet, vetCards } from './vets.ts'

const os = serve(veterinaryContract)

export const veterinaryEndpoints = os.router({
  profile: os.profile.handler(({ context: { actor, db } }) => findProfile(db, actor.userId)),

  saveProfile: os.saveProfile.handler(({ input, context }) => saveProfile(context, input)),

  vets: os.vets.handler(({ input, context }) =>
    findProviders(context, { trade: 'veterinary', search: input, cards: vetCards }),
  ),

  vet: os.vet.handler(
    async ({ input, context: { db } }) => (await findVet(db, input.id)) ?? refuseRequest('request.not_found'),
  ),

  book: os.book.handler(({ input, context }) => bookVisit(context, input)),
})

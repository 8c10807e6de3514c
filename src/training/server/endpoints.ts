import { findProviders } from '#/appointments/server/index.ts'
import { refuseRequest } from '#/kernel/errors.ts'
import { serve } from '#/kernel/server/serve.ts'
import { trainingContract } from '#/training/contract.ts'
import { bookSession } from './book.ts'
import { findProfile, saveProfile } from './profile.ts'
import { findTrainer, trainerCards } from './trainers.ts'

const os = serve(trainingContract)

export const trainingEndpoints = os.router({
  trainers: os.trainers.handler(({ input, context }) =>
    findProviders(context, {
      trade: 'training',
      search: input,
      cards: trainerCards(context.actor.userId),
    }),
  ),

  trainer: os.trainer.handler(
    async ({ input, context: { actor, db } }) =>
      (await findTrainer(db, input.id, actor.userId)) ?? refuseRequest('request.not_found'),
  ),

  book: os.book.handler(({ input, context }) => bookSession(context, input)),

  profile: os.profile.handler(
    async ({ context: { actor, db } }) => (await findProfile(db, actor.userId)) ?? null,
  ),

  saveProfile: os.saveProfile.handler(({ input, context }) => saveProfile(context, input)),
})

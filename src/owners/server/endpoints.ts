import { refuseRequest } from '#/kernel/errors.ts'
import { expectName } from '#/kernel/server/public-words.ts'
import { serve } from '#/kernel/server/serve.ts'
import { ownersContract } from '#/owners/contract.ts'
import { findProfile, updateProfile } from './queries.ts'

const os = serve(ownersContract)

export const ownersEndpoints = os.router({
  profile: os.profile.handler(
    async ({ context: { actor, db } }) =>
      (await findProfile(db, actor)) ?? refuseRequest('request.not_found'),
  ),

  saveProfile: os.saveProfile.handler(async ({ input, context: { actor, config, db, now } }) => {
    expectName(input.fullName, config)
    await updateProfile(db, actor, input, now)
    return (await findProfile(db, actor)) ?? refuseRequest('request.not_found')
  }),
})

import { serve } from '#/kernel/server/serve.ts'
import { stylingContract } from '#/styling/contract.ts'
import { findProfile, saveProfile } from './profile.ts'

const os = serve(stylingContract)

export const stylingEndpoints = os.router({
  profile: os.profile.handler(
    async ({ context: { actor, db } }) => (await findProfile(db, actor.userId)) ?? null,
  ),

  saveProfile: os.saveProfile.handler(({ input, context }) => saveProfile(context, input)),
})

import { serve } from '#/kernel/server/serve.ts'
import { sittingContract } from '#/sitting/contract.ts'
import { addPhoto, findProfile, removePhoto, saveProfile } from './profile.ts'

const os = serve(sittingContract)

export const sittingEndpoints = os.router({
  profile: os.profile.handler(({ context: { actor, db } }) => findProfile(db, actor.userId)),

  saveProfile: os.saveProfile.handler(({ input, context }) => saveProfile(context, input)),

  addPhoto: os.addPhoto.handler(({ input, context }) => addPhoto(context, input.photo)),

  removePhoto: os.removePhoto.handler(async ({ input, context }) => {
    await removePhoto(context, input.url)
    return { done: true }
  }),
})

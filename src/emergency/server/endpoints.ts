import { emergencyContract } from '#/emergency/contract.ts'
import { serve } from '#/kernel/server/serve.ts'
import { readDirectory } from './directory.ts'

const os = serve(emergencyContract)

export const emergencyEndpoints = os.router({
  directory: os.directory.handler(({ input, context: { db, now } }) => readDirectory(db, input, now)),
})

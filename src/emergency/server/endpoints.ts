import { emergencyContract } from '#/emergency/contract.ts'
import { serve } from '#/kernel/server/serve.ts'
import { readDirectory } from './directory.ts'
import { moveRescue } from './injured/moves.ts'
import { readFollowed, readRescue } from './injured/read.ts'
import { reportInjured } from './injured/report.ts'
import { readOwn } from './own.ts'

const os = serve(emergencyContract)

export const emergencyEndpoints = os.router({
  directory: os.directory.handler(({ input, context: { db, now } }) => readDirectory(db, input, now)),

  own: os.own.handler(({ context }) => readOwn(context)),

  reportInjured: os.reportInjured.handler(({ input, context }) => reportInjured(context, input)),

  followInjured: os.followInjured.handler(({ input: { token }, context: { db } }) => readFollowed(db, token)),

  rescue: os.rescue.handler(({ input: { token }, context: { db } }) => readRescue(db, token)),

  moveRescue: os.moveRescue.handler(async ({ input, context }) => {
    await moveRescue(context, input)
    return readRescue(context.db, input.token)
  }),
})

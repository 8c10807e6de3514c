import { serve } from '#/kernel/server/serve.ts'
import { todoContract } from '#/todo/contract.ts'
import { assignTask } from './assignees.ts'
import { listDone, listTasks } from './list.ts'
import { removeTick, tickTask } from './ticks.ts'
import { addTask, changeTask, removeTask, snoozeTask } from './write.ts'

const os = serve(todoContract)
const done = { done: true } as const

export const todoEndpoints = os.router({
  list: os.list.handler(({ context }) => listTasks(context)),
  done: os.done.handler(({ input, context }) => listDone(context, input.cursor)),
  add: os.add.handler(({ input, context }) => addTask(context, input)),
  change: os.change.handler(async ({ input, context }) => {
    await changeTask(context, input)
    return done
  }),
  remove: os.remove.handler(async ({ input, context }) => {
    await removeTask(context, input.id)
    return done
  }),
  assign: os.assign.handler(async ({ input, context }) => {
    await assignTask(context, input)
    return done
  }),
  snooze: os.snooze.handler(async ({ input, context }) => {
    await snoozeTask(context, input)
    return done
  }),
  tick: os.tick.handler(({ input, context }) => tickTask(context, input)),
  untick: os.untick.handler(async ({ input, context }) => {
    await removeTick(context, input.id)
    return done
  }),
})

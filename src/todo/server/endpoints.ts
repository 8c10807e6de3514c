import { serve } from '#/kernel/server/serve.ts'
import { todoContract } from '#/todo/contract.ts'
import { assignTask } from './assignees.ts'
import { listDone, listTasks } from './list.ts'
import { removeTick, tickTask } from './ticks.ts'
import { addTask, changeTask, removeTask, snoozeTask } from './write.ts'

const os = serve(todoContract)

export const todoEndpoints = os.router({
  list: os.list.handler(({ context }) => listTasks(context)),
  done: os.done.handler(({ input, context }) => listDone(context, input.cursor)),
  add: os.add.handler(({ input, context }) => addTask(context, input)),
  change: os.change.handler(({ input, context }) => changeTask(context, input)),
  remove: os.remove.handler(({ input, context }) => removeTask(context, input.id)),
  assign: os.assign.handler(({ input, context }) => assignTask(context, input)),
  snooze: os.snooze.handler(({ input, context }) => snoozeTask(context, input)),
  tick: os.tick.handler(({ input, context }) => tickTask(context, input)),
  untick: os.untick.handler(({ input, context }) => removeTick(context, input.id)),
})

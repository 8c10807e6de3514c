import { byCursor } from '#/kernel/web/list/by-cursor.ts'
import { queryClient } from '#/kernel/web/query-client.ts'
import { rpcFor } from '#/kernel/web/rpc.ts'
import type { todoContract } from '#/todo/contract.ts'

export const todo = rpcFor<typeof todoContract>('todo')

export const openTasks = () => todo.query.list.queryOptions({ input: {} })

export const doneTasks = () =>
  todo.query.done.infiniteOptions({
    input: (cursor: string | undefined) => ({ cursor }),
    ...byCursor,
  })

/** Refetches all lists after a write. */
export const reloadTasks = () => queryClient.invalidateQueries({ queryKey: todo.query.key() })

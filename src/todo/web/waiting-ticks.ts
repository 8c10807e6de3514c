import { ORPCError } from '@orpc/client'
import type { accountsContract } from '#/accounts/contract.ts'
import { clockOf, minuteOf } from '#/kernel/time.ts'
import { errorCode, errorText } from '#/kernel/web/error-text.ts'
import { ownZone } from '#/kernel/web/own-clock.ts'
import { rpcFor } from '#/kernel/web/rpc.ts'
import { toast } from '#/kernel/web/toast.ts'
import { type Waiting, waitingStore } from '#/kernel/web/waiting-store.ts'
import type { Task } from '#/todo/contract.ts'
import { mostTickAge } from '#/todo/rules.ts'
import { todoText } from '#/todo/text.ts'
import { reloadTasks, todo } from './todo.ts'

const accounts = rpcFor<typeof accountsContract>('accounts')

type TickNote = {
  task: Task
  /** To take back: set if the tick has arrived, which this note removes. */
  tickId?: string
  /** It may have arrived, although no answer came. */
  isSent?: boolean
  isUndone?: boolean
}
export type WaitingTick = Waiting<TickNote>

const store = waitingStore<TickNote>({ name: 'pawfolk-ticks', mark: 'pawfolk-ticks-waiting' })
export const { keep, waitingOf, watch, forget, forgetAll } = store

/** Tells whether the server never answered. */
export const isLost = (error: unknown): boolean => !(error instanceof ORPCError)

/** Takes back a tick that waits: it is forgotten, or removed from the server if it may have arrived. */
export const undoWaiting = (waiting: Pick<WaitingTick, 'key'>) =>
  store.change(waiting, (entry) => (entry.isSent ? { ...entry, isUndone: true } : undefined))

/** Tells whether an entry takes back a tick of this task and day. Sent after a new tick, it would remove that one. */
export const takesBack = (
  { task, tickId, isUndone }: WaitingTick,
  { id, on }: Pick<Task, 'id' | 'on'>,
): boolean => task.id === id && task.on === on && (isUndone === true || tickId !== undefined)

/** Sends what a person ticked here without a network, in order, until the first that can't be sent now. */
export const sendWaiting = (userId: string): Promise<void> => store.oneTabAtATime(() => sendAll(userId))

async function sendAll(userId: string): Promise<void> {
  let isChanged = false
  try {
    for (let next = await first(userId); next; next = await first(userId)) {
      // Another tab may have logged somebody else in.
      if ((await accounts.call.me()).user?.id !== userId) break
      await sendOne(next)
      isChanged = true
    }
  } catch {
    // Tried again later.
  }
  if (isChanged) await reloadTasks()
}

const first = async (userId: string) => (await waitingOf(userId))[0]

async function sendOne(waiting: WaitingTick): Promise<void> {
  try {
    const tickId = waiting.tickId ?? (await sendTick(waiting))
    if (tickId) await todo.call.untick({ id: tickId })
  } catch (error) {
    if (isForLater(error)) throw error
    tellRefused(waiting, error)
  }
  await store.forget(waiting)
}

/** Returns the tick's id if it was taken back meanwhile. Without `again`, a tick that arrives twice is refused. */
async function sendTick(waiting: WaitingTick): Promise<string | null> {
  const sent = await store.change(waiting, (entry) => ({ ...entry, isSent: true }))
  if (!sent) return null
  const { task, keptAt } = sent
  const age = Math.min(mostTickAge, Math.max(0, Date.now() - keptAt))
  let tickId: string | null
  try {
    tickId = (await todo.call.tick({ id: task.id, on: task.on, age })).tickId
  } catch (error) {
    tickId = ownTick(error)
    if (!tickId) throw error
  }
  const left = await store.change(waiting, (entry) =>
    entry.isUndone ? { ...entry, ...(tickId && { tickId }) } : undefined,
  )
  return left ? tickId : null
}

const ownTick = (error: unknown): string | null =>
  errorCode(error) === 'todo.already_ticked' && error instanceof ORPCError
    ? (error.data as { tickId: string | null }).tickId
    : null

/** Answers that a later try may change: logged out, too many requests, a server in trouble. */
const isForLater = (error: unknown) =>
  !(error instanceof ORPCError) || error.status >= 500 || error.status === 429 || error.status === 401

function tellRefused({ task: { title }, isUndone, tickId }: WaitingTick, error: unknown): void {
  if (isUndone || tickId) return
  if (errorCode(error) === 'todo.already_ticked' && error instanceof ORPCError) {
    const { at, by, isOwn } = error.data as { at: string; by: string; isOwn: boolean }
    const clock = clockOf(minuteOf(new Date(at), ownZone()))
    toast({ kind: 'info', message: `${title}: already done at ${clock} by ${isOwn ? 'you' : by}.` })
  } else toast({ kind: 'error', message: `${title} couldn’t be ticked. ${errorText(error, todoText)}` })
}

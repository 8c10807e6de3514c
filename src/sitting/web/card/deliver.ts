import { ORPCError } from '@orpc/client'
import type { accountsContract } from '#/accounts/contract.ts'
import { errorCode } from '#/kernel/web/error-text.ts'
import { rpcFor } from '#/kernel/web/rpc.ts'
import { sitting } from '#/sitting/web/sitting.ts'
import { ageOf, toSend } from './noted.ts'
import { forget, markRefused, oneTabAtATime, type Waiting, waitingOf } from './waiting-store.ts'

const accounts = rpcFor<typeof accountsContract>('accounts')

/** Answers that a later try may change: logged out, too many requests, a server in trouble. */
const isForLater = (error: unknown) =>
  !(error instanceof ORPCError) || error.status >= 500 || error.status === 429 || error.status === 401

/**
 * Sends what a person noted on this phone, in order, until the first that can't be sent now. One tab at a time sends. Refused
 * entries stay, with the reason. Returns whether something arrived or was refused.
 */
export async function deliver(userId: string): Promise<boolean> {
  // In browsers without locks, entries may be sent twice, without harm.
  return oneTabAtATime(() => deliverAll(userId))
}

async function deliverAll(userId: string): Promise<boolean> {
  let changed = false
  try {
    // Another tab may have logged somebody else in.
    let isTheirs = await isLoggedIn(userId)
    while (isTheirs) {
      const next = (await waitingOf(userId)).find(({ refused }) => !refused)
      if (!next) return changed
      isTheirs = await deliverOne(next)
      changed = true
    }
    return changed
  } catch {
    return changed
  }
}

async function isLoggedIn(userId: string): Promise<boolean> {
  return (await accounts.call.me()).user?.id === userId
}

/** Returns false if the entry belongs to somebody else than is logged in now. */
async function deliverOne(waiting: Waiting): Promise<boolean> {
  const { userId, appointmentId, day, entry } = waiting
  const where = { appointmentId, day }
  try {
    if (entry.kind === 'photo') {
      const photo = new File([entry.photo], 'photo', { type: entry.photo.type })
      const age = ageOf(entry.at, Date.now())
      await sitting.call.addCardPhoto({ ...where, id: entry.id, age, photo })
    } else await sitting.call.addToCard({ ...where, entry: toSend(entry, Date.now()) })
    await forget(waiting)
  } catch (error) {
    if (isForLater(error)) throw error
    const code = errorCode(error)
    if (code === 'request.not_found' && !(await isLoggedIn(userId))) return false
    await markRefused(waiting, code)
  }
  return true
}

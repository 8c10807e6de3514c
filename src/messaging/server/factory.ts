import type { Db } from '#/kernel/server/db.ts'
import { appendMessage, openThread, setRead } from './queries.ts'

type Said = { by: 'owner' | 'provider'; text: string; at: Date }

type ThreadInput = {
  bookingId: string
  said: readonly [Said, ...Said[]]
  /** The position that each side has read up to; by default the last. */
  read?: Partial<Record<Said['by'], number>>
}

/** Makes a thread without notifying anyone, and returns the ids of its messages. */
export async function makeThread(db: Db, { bookingId, said, read = {} }: ThreadInput): Promise<string[]> {
  const parties = await db
    .selectFrom('thread_parties')
    .select(['side', 'user_id', 'trade'])
    .where('subject_id', '=', bookingId)
    .execute()
  const userOf = (side: string) => parties.find((party) => party.side === side)!.user_id!
  const sides = [userOf('owner'), userOf('provider')]
  const threadId = await openThread(db, { bookingId, trade: parties[0]!.trade!, sides, now: said[0].at })
  const ids: string[] = []
  for (const { by, text, at } of said) {
    const message = { threadId, senderId: userOf(by), text, hasContact: false, now: at }
    ids.push((await appendMessage(db, message)).id)
  }
  const { at } = said.at(-1)!
  for (const side of ['owner', 'provider'] as const)
    await setRead(db, { threadId, userId: userOf(side), upTo: read[side] ?? said.length, now: at })
  return ids
}

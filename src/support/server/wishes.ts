import type { Sweep } from '#/kernel/server/jobs.ts'
import type { ActorWork, Work } from '#/kernel/server/work.ts'
import { notify } from '#/notifications/server/index.ts'
import { refuse } from '../errors.ts'
import { deleteWish, findWishedServices, insertWish, takeWishes } from './queries.ts'

/** The page of a service, by its path in the route table; undefined where there is none. */
export type PageAt = (path: string) => { title: string; isComing: boolean } | undefined

type Wish = { service: string; isWished: boolean }

/** @throws support.not_coming for what is here already, or is no page of ours */
export async function keepWish(
  { db, actor, now }: ActorWork,
  pageAt: PageAt,
  { service, isWished }: Wish,
): Promise<void> {
  if (!isWished) return deleteWish(db, actor.userId, service)
  if (!pageAt(service)?.isComing) refuse('support.not_coming')
  await insertWish(db, { userId: actor.userId, service, now })
}

/** Tells those who wanted to hear of it what has been built since; a wish ends with that. */
export const tellOfOpened = (pageAt: PageAt): Sweep => ({
  name: 'tell-of-opened-services',
  cron: '37 * * * *',
  async run(work) {
    let told = 0
    for (const service of await findWishedServices(work.db)) {
      const page = pageAt(service)
      if (!page?.isComing) told += await tellAll(work, service, page?.title)
    }
    return told
  },
})

async function tellAll(work: Work, service: string, title: string | undefined): Promise<number> {
  const userIds = await takeWishes(work.db, service)
  // Whoever waited for what was given up hears nothing.
  if (title === undefined) return userIds.length
  // A path with a part left open is no page by itself.
  const href = /[:*]/.test(service) ? '/services' : service
  const notice = {
    type: 'service_opened' as const,
    title: `Now open: ${title}`,
    message: `You wanted to hear of it: ${title} is here.`,
    source: `support.service_opened:${service}`,
    href,
  }
  await notify(work, ...userIds.map((userId) => ({ ...notice, userId })))
  return userIds.length
}

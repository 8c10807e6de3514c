import type { Sweep } from '#/kernel/server/jobs.ts'
import type { ActorWork, Work } from '#/kernel/server/work.ts'
import { notify } from '#/notifications/server/index.ts'
import { refuse } from '#/support/errors.ts'
import { deleteWish, findWishedServices, insertWish, takeWishes } from './queries.ts'

/** Finds a service's page by its path in the route table; undefined if there is none. */
export type PageAt = (path: string) => { title: string; isComing: boolean } | undefined

type Wish = { service: string; isWished: boolean }

/** @throws support.not_coming if it already exists, or is no page of ours */
export async function keepWish(
  { db, actor, now }: ActorWork,
  pageAt: PageAt,
  { service, isWished }: Wish,
): Promise<void> {
  if (!isWished) return deleteWish(db, actor.userId, service)
  if (!pageAt(service)?.isComing) refuse('support.not_coming')
  await insertWish(db, { userId: actor.userId, service, now })
}

/** Notifies people about services that have opened since they asked, and ends their requests. */
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
  // The service was given up, so its requests end without a notification.
  if (title === undefined) return userIds.length
  // A path with an open part isn't a page.
  const href = /[:*]/.test(service) ? '/services' : service
  const notice = {
    type: 'service_opened' as const,
    title: `Now open: ${title}`,
    message: `You asked us to tell you: ${title} is here.`,
    source: `support.service_opened:${service}`,
    href,
  }
  await notify(work, ...userIds.map((userId) => ({ ...notice, userId })))
  return userIds.length
}

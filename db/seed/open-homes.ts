import type { Db } from '#/kernel/server/db.ts'
import { addDays } from '#/kernel/time.ts'
import { makeSitter } from '#/sitting/server/sitter.factory.ts'
import type { Today } from './cast.ts'
import { demoSitters } from './sitters.ts'

type MakeAccount = (name: string, slug: string) => Promise<string>

/** The sitters of the demo. */
export async function openHomes(db: Db, makeAccount: MakeAccount, { today, timeZone }: Today): Promise<void> {
  for (const { slug, daysOff = [], photos = [], ...sitter } of demoSitters)
    await makeSitter(db, {
      ...sitter,
      timeZone,
      userId: await makeAccount(sitter.fullName, slug),
      imageUrl: `/portraits/${slug}.svg`,
      photos: photos.map((photo) => `/homes/${photo}.svg`),
      holidays: daysOff.map(({ fromDay, toDay, reason }) => ({
        start: addDays(today, fromDay),
        end: addDays(today, toDay),
        reason,
      })),
    })
}

import { HOUR } from '#/kernel/duration.ts'
import type { Db } from '#/kernel/server/db.ts'
import { addDays, instantAt } from '#/kernel/time.ts'
import { makeMeet } from '#/sitting/server/meet/meet.factory.ts'
import type { Cast, Today } from './cast.ts'

type Story = {
  owner: string
  pets: string[]
  sitter: string
  /** Days from today, and minutes of the day. */
  times: [[number, number], ...[number, number][]]
  place: string
  message: string
  isAgreed: boolean
}

const stories: Story[] = [
  {
    owner: 'asha-verma',
    pets: ['bruno', 'coco'],
    sitter: 'leela-rao',
    isAgreed: true,
    times: [[3, 17 * 60 + 30]],
    place: 'Defence Colony Park, Indiranagar, by the swings',
    message: 'Bruno is shy at first, and Coco goes where he goes. Can we all walk a round together?',
  },
  {
    owner: 'zoya-ali',
    pets: ['snowy'],
    sitter: 'leela-rao',
    isAgreed: false,
    times: [
      [2, 18 * 60],
      [4, 9 * 60 + 30],
    ],
    place: 'Café on 12th Main, the one with the garden',
    message: 'Snowy has never stayed anywhere else. I’d like to know how your days go.',
  },
]

/** Makes the meet & greets of the demo: one agreed, one waiting for the sitter. */
export async function meetSitters(db: Db, cast: Cast, { now, today, timeZone }: Today): Promise<void> {
  for (const { owner: slug, pets, sitter, times, place, message, isAgreed } of stories) {
    const owner = cast.owners.get(slug)
    const petIds = pets.map((pet) => owner?.petIds.get(pet))
    if (!owner || petIds.some((id) => !id)) throw new Error(`The demo has no ${slug} or a pet of theirs`)
    const { id: sitterId } = await db
      .selectFrom('pet_sitters as s')
      .innerJoin('users as u', 'u.id', 's.user_id')
      .select('s.id')
      .where('u.email', '=', `${sitter.replace('-', '.')}@pawfolk.example`)
      .executeTakeFirstOrThrow()
    const [first, ...others] = times.map(
      ([days, minutes]) => instantAt(addDays(today, days), minutes, timeZone)!,
    )
    await makeMeet(db, {
      ownerId: owner.ownerId,
      sitterId,
      petIds: petIds as string[],
      times: [first!, ...others],
      isAgreed,
      at: new Date(now.getTime() - HOUR),
      facts: { place, message, time_zone: timeZone },
    })
  }
}

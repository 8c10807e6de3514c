import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { DAY, HOUR, MINUTE } from '#/kernel/duration.ts'
import type { Db } from '#/kernel/server/db.ts'
import { nameOf } from '#/kernel/server/files/file-names.ts'
import { newId } from '#/kernel/server/new-id.ts'
import { dayOf } from '#/kernel/time.ts'
import type { CardEntry } from '#/sitting/card-contract.ts'
import type { Service } from '#/sitting/rules.ts'
import { tellOfCard } from '#/sitting/server/card/news.ts'
import { addCardPhoto } from '#/sitting/server/card/photos.ts'
import { makeVisit } from '#/sitting/server/card/visit.factory.ts'
import { addToCard } from '#/sitting/server/card/write.ts'
import type { Cast, Today } from './cast.ts'
import type { StoreFile } from './paper.ts'
import { paySitting } from './pay-sittings.ts'
import { keepHistory } from './tell.ts'

type Unstamped = CardEntry extends infer Entry
  ? Entry extends CardEntry
    ? Omit<Entry, 'id' | 'age'>
    : never
  : never
type Step = { after: number } & ({ entry: Unstamped } | { photo: string })

type Story = {
  sitter: string
  owner: string
  pets: readonly string[]
  service: Service
  /** Before the seeding. */
  minutesAgo: number
  minutes: number
  comment: string | null
  care: string | null
  /** Their minutes count from the visit's time. */
  steps: readonly Step[]
  /** The sitter has another pet at that time. */
  firstPlace?: number
  /** Only for stays. */
  nights?: { count: number; price: number }
}

const tap = (after: number, kind: 'pee' | 'poo' | 'food' | 'water' | 'medicine'): Step => ({
  after,
  entry: { kind: 'tap', tap: kind },
})
const start = (after: number): Step => ({ after, entry: { kind: 'start' } })

/** Around a park, in milliseconds before it is handed over. */
const aroundThePark = (minutes: number): [number, number, number][] =>
  Array.from({ length: 40 }, (_, index) => {
    const turn = (index / 39) * 2 * Math.PI
    const [north, east] = [
      Math.sin(turn) + 0.3 * Math.sin(3 * turn),
      1.6 * Math.cos(turn) + 0.2 * Math.sin(5 * turn),
    ]
    const at = (39 - index) * (minutes / 40) * MINUTE
    return [Math.round(at), 12.9784 + north * 0.0018, 77.6408 + east * 0.0018]
  })

const visits: readonly Story[] = [
  {
    sitter: 'arvind-gowda',
    owner: 'asha-verma',
    pets: ['bruno'],
    service: 'dog-walking',
    minutesAgo: 26 * 60,
    minutes: 60,
    comment: 'He pulls at the first corner, then he’s fine.',
    care: null,
    steps: [
      start(2),
      tap(6, 'pee'),
      { after: 14, photo: 'park-path' },
      tap(19, 'poo'),
      tap(33, 'water'),
      { after: 41, photo: 'garden' },
      { after: 52, entry: { kind: 'route', track: randomUUID(), points: aroundThePark(48) } },
      {
        after: 54,
        entry: {
          kind: 'note',
          text: 'Two laps of the park. He made friends with a beagle and slept in the shade for a moment.',
        },
      },
      { after: 55, entry: { kind: 'stop' } },
      { after: 57, entry: { kind: 'send' } },
    ],
  },
  {
    sitter: 'arvind-gowda',
    owner: 'asha-verma',
    pets: ['bruno'],
    service: 'dog-walking',
    minutesAgo: 25,
    minutes: 75,
    comment: null,
    care: null,
    steps: [start(1), tap(5, 'pee'), { after: 12, photo: 'park-path' }, tap(18, 'poo')],
  },
  {
    sitter: 'leela-rao',
    owner: 'meghna-hegde',
    pets: ['raja'],
    service: 'day-care',
    minutesAgo: 130,
    minutes: 480,
    comment: null,
    care: 'Half a tablet with lunch. He hides it in his cheek.',
    steps: [
      start(3),
      tap(20, 'water'),
      tap(65, 'food'),
      tap(66, 'medicine'),
      { after: 90, photo: 'dog-beds' },
    ],
  },
  {
    sitter: 'leela-rao',
    owner: 'ravi-kumar',
    pets: ['tiger'],
    service: 'day-care',
    minutesAgo: -20,
    minutes: 300,
    comment: 'I’ll ring twice.',
    care: null,
    steps: [],
    firstPlace: 2,
  },
  {
    sitter: 'shalini-prasad',
    owner: 'zoya-ali',
    pets: ['snowy'],
    service: 'hostel-checkin',
    minutesAgo: 20 * 60,
    minutes: 48 * 60,
    nights: { count: 2, price: 300_000 },
    comment: 'His blanket is in the blue bag.',
    care: 'Hay all day, a handful of greens at six.',
    // Within five minutes, so that they fall on one day at any hour.
    steps: [
      start(0),
      { after: 1, photo: 'living-room' },
      tap(2, 'water'),
      {
        after: 3,
        entry: { kind: 'note', text: 'Snowy has settled in under the sofa and is already eating.' },
      },
      { after: 4, entry: { kind: 'stop' } },
      { after: 4, entry: { kind: 'send' } },
    ],
  },
]

type Sent = { appointmentId: string; at: Date }

/** Sends sitters out with pets: one walk of yesterday with its card, and visits that are under way or about to start. */
export async function walkPets(db: Db, cast: Cast, { now }: Today, storeFile: StoreFile): Promise<Sent[]> {
  const sent: Sent[] = []
  for (const story of visits) {
    const owner = cast.owners.get(story.owner)
    const { id: sitterId, user_id: userId } = await db
      .selectFrom('pet_sitters as s')
      .innerJoin('users as u', 'u.id', 's.user_id')
      .select(['s.id', 's.user_id'])
      .where('u.email', '=', `${story.sitter.replace('-', '.')}@pawfolk.example`)
      .executeTakeFirstOrThrow()
    const petIds = story.pets.map((pet) => owner?.petIds.get(pet))
    if (!owner || petIds.some((id) => !id))
      throw new Error(`The demo has no ${story.owner} or a pet of theirs`)
    const startsAt = new Date(
      Math.floor((now.getTime() - story.minutesAgo * MINUTE) / (5 * MINUTE)) * 5 * MINUTE,
    )
    const bookedAt = new Date(startsAt.getTime() - 2 * DAY)
    const appointmentId = await makeVisit(db, {
      ownerId: owner.ownerId,
      sitterId,
      startsAt,
      bookedAt,
      service: story.service,
      minutes: story.minutes,
      petIds: petIds as string[],
      reason: story.comment,
      price: story.nights?.price ?? story.minutes * 400,
      firstPlace: story.firstPlace ?? 1,
    })
    await db
      .updateTable('sitting_requests')
      .set({ special_care_instructions: story.care })
      .where(
        'id',
        'in',
        db.selectFrom('sitting_details').select('request_id').where('appointment_id', '=', appointmentId),
      )
      .execute()
    if (story.nights)
      await db
        .updateTable('appointments')
        .set({ nights: story.nights.count })
        .where('id', '=', appointmentId)
        .execute()
    await keepHistory(db, [{ appointmentId, to: 'confirmed', by: 'provider', at: bookedAt }])
    await paySitting(db, appointmentId, new Date(bookedAt.getTime() + 2 * HOUR))
    const actor = { userId, sessionId: '', role: 'pet_sitter', records: { pet_sitter: sitterId } }
    const { time_zone: timeZone } = await db
      .selectFrom('appointments')
      .select('time_zone')
      .where('id', '=', appointmentId)
      .executeTakeFirstOrThrow()
    const where = { appointmentId, day: dayOf(startsAt, timeZone) }
    for (const step of story.steps) {
      const at = new Date(startsAt.getTime() + step.after * MINUTE)
      const work = { db, actor, now: at, announce: async () => undefined }
      const keepDocument = () =>
        drawPhoto(db, storeFile, { userId, at, name: 'photo' in step ? step.photo : '' })
      if ('photo' in step)
        await addCardPhoto(
          { ...work, keepDocument },
          { ...where, id: randomUUID(), age: 0, photo: new Blob() },
        )
      else await addToCard(work, where, { ...step.entry, id: randomUUID(), age: 0 } as CardEntry)
      if ('entry' in step && step.entry.kind === 'send') sent.push({ appointmentId, at })
    }
  }
  return sent
}

/** Notifies owners of the cards that they got, after older notifications. */
export async function tellOfCards(db: Db, sent: readonly Sent[]): Promise<void> {
  for (const { appointmentId, at } of sent) {
    const { id } = await db
      .selectFrom('sitting_visits')
      .select('id')
      .where('appointment_id', '=', appointmentId)
      .executeTakeFirstOrThrow()
    await tellOfCard.handle({ db, now: at, announce: async () => undefined }, { visitId: id })
  }
}

type Drawing = { userId: string; at: Date; name: string }

/** Keeps a drawing of the demo as a photo would be. */
async function drawPhoto(db: Db, storeFile: StoreFile, { userId, at, name }: Drawing): Promise<string> {
  const drawing = await readFile(new URL(`../../public/homes/${name}.svg`, import.meta.url))
  const { data, info } = await sharp(drawing)
    .resize(960, 720, { fit: 'cover' })
    .webp()
    .toBuffer({ resolveWithObject: true })
  const file = { id: newId<'upload'>(), content_type: 'image/webp', is_private: true } as const
  await storeFile(nameOf(file), data, file.content_type)
  await db
    .insertInto('uploads')
    .values({
      ...file,
      user_id: userId,
      name: 'photo.webp',
      width: info.width,
      height: info.height,
      bytes: data.length,
      created_at: at,
    })
    .execute()
  return file.id
}

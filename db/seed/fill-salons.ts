import { findOpenDays, findSlots, keepHoursInWords } from '#/booking/server/index.ts'
import { HOUR, MINUTE } from '#/kernel/duration.ts'
import type { Db } from '#/kernel/server/db.ts'
import { addDays, type Day, instantAt, minutesOf, weekdayOf } from '#/kernel/time.ts'
import { makeRating } from '#/ratings/server/rating.factory.ts'
import { makeStyling, makeStylist } from '#/styling/server/styling.factory.ts'
import type { Cast, Today } from './cast.ts'
import { type DemoStylist, demoStylists, nextStylings, pastStylings } from './stylists.ts'
import type { Happened } from './tell.ts'

type MakeAccount = (name: string, slug: string) => Promise<string>
type Stylists = ReadonlyMap<string, DemoStylist & { id: string }>

/** Adds the demo's stylists with their coming appointments and past ones with ratings. */
export async function fillSalons(
  db: Db,
  cast: Cast,
  makeAccount: MakeAccount,
  today: Today,
): Promise<Happened[]> {
  const stylists = await openSalons(db, makeAccount, today.today)
  return [
    ...(await rememberStylings(db, cast, stylists, today)),
    ...(await bookStylings(db, cast, stylists, today)),
  ]
}

async function openSalons(db: Db, makeAccount: MakeAccount, today: Day): Promise<Stylists> {
  const stylists = new Map<string, DemoStylist & { id: string }>()
  for (const { daysOff = [], ...stylist } of demoStylists) {
    const id = await makeStylist(db, {
      ...stylist,
      userId: await makeAccount(stylist.fullName, stylist.slug),
      imageUrl: `/portraits/${stylist.slug}.svg`,
      holidays: daysOff.map(({ fromDay, toDay, reason }) => ({
        start: addDays(today, fromDay),
        end: addDays(today, toDay),
        reason,
      })),
    })
    await keepHoursInWords(db, { trade: 'styling', providerId: id })
    stylists.set(stylist.slug, { ...stylist, id })
  }
  return stylists
}

async function rememberStylings(db: Db, cast: Cast, stylists: Stylists, { today, timeZone }: Today) {
  const happened: Happened[] = []
  for (const { daysAgo, at, end, stars, feedback, ...story } of pastStylings) {
    const { stylist, ownerId, ...parties } = partiesOf(cast, stylists, story)
    const startsAt = instantAt(lastDayOf(stylist, addDays(today, -daysAgo)), minutesOf(at), timeZone)!
    const minutes = stylist.hours?.[0]?.slotMinutes ?? 60
    const after = (count: number) => new Date(startsAt.getTime() + count * MINUTE)
    const bookedAt = after(-3 * 24 * 60)
    const appointmentId = await makeStyling(db, {
      ...parties,
      ownerId,
      startsAt,
      minutes,
      status: end,
      bookedAt,
      address: story.address ?? null,
    })
    const endedAt = { completed: after(minutes), no_show: after(20), cancelled: after(-30 * 60) }[end]
    const by = { completed: 'system', no_show: 'provider', cancelled: 'owner' } as const
    happened.push(
      { appointmentId, to: 'confirmed', by: 'owner', at: bookedAt, isOld: true },
      { appointmentId, to: end, by: by[end], at: endedAt, isOld: true },
    )
    if (stars)
      await makeRating(db, {
        appointmentId,
        providerId: stylist.id,
        ownerId,
        stars,
        feedback: feedback ?? null,
        at: after(minutes + 180),
      })
  }
  return happened
}

/** Books the stylists' free slots. */
async function bookStylings(db: Db, cast: Cast, stylists: Stylists, { now }: Today) {
  const happened: Happened[] = []
  for (const { day: nth, slot: nthSlot, hoursAgo, reason, ...story } of nextStylings) {
    const { stylist, ...parties } = partiesOf(cast, stylists, story)
    const calendar = { trade: 'styling', providerId: stylist.id } as const
    const { days } = await findOpenDays(db, calendar, now)
    const on = days.filter(({ state }) => state === 'available')[nth]
    const slot = on && (await findSlots(db, calendar, on.date, now)).slots[nthSlot]
    if (!slot) continue
    const bookedAt = new Date(now.getTime() - hoursAgo * HOUR)
    const { startsAt, endsAt } = slot
    const minutes = (endsAt.getTime() - startsAt.getTime()) / MINUTE
    const appointmentId = await makeStyling(db, { ...parties, startsAt, minutes, reason, bookedAt })
    happened.push({ appointmentId, to: 'confirmed', by: 'owner', at: bookedAt })
  }
  return happened
}

type Story = (typeof pastStylings)[number] | (typeof nextStylings)[number]

/** Finds a story's owner, pets and stylist; throws if the story misspells a name. */
function partiesOf({ owners }: Cast, stylists: Stylists, story: Pick<Story, 'stylist' | 'owner' | 'pets'>) {
  const stylist = stylists.get(story.stylist)
  const owner = owners.get(story.owner)
  if (!stylist || !owner) throw new Error(`The demo has no ${story.stylist} or ${story.owner}`)
  const pets = story.pets.map(({ pet, ...wish }) => {
    const petId = owner.petIds.get(pet)
    if (!petId) throw new Error(`${story.owner} has no ${pet}`)
    return { ...wish, petId }
  })
  return { stylist, stylistId: stylist.id, hourlyRate: stylist.hourlyRate, ownerId: owner.ownerId, pets }
}

/** Returns the stylist's last working day up to `from`. */
function lastDayOf({ hours = [] }: DemoStylist, from: Day): Day {
  const days = hours.flatMap((one) => one.days ?? [])
  for (let back = 0; back < 7; back++) {
    const day = addDays(from, -back)
    if (days.includes(weekdayOf(day))) return day
  }
  throw new Error('A stylist of the demo never works')
}

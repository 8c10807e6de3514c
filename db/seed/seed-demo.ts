import { sql } from 'kysely'
import type { AppointmentStatus } from '#/booking/rules.ts'
import { findOpenDays, findSlots } from '#/booking/server/index.ts'
import type { Db } from '#/kernel/server/db.ts'
import { addDays, type Day, dayOf, instantAt, minutesOf, type Weekday, weekdayOf } from '#/kernel/time.ts'
import { makePet } from '#/pets/server/factory.ts'
import { makeAppointment } from '#/veterinary/server/appointment.factory.ts'
import { makeRating, makeVet } from '#/veterinary/server/factory.ts'
import { demoAdmin, demoAdminEmail, demoAuthenticatorKey } from './admin.ts'
import { type DemoOwner, demoOwners } from './owners.ts'
import { demoAccounts, demoPassword, ownerIdOf } from './people.ts'
import { makeProviders } from './providers.ts'
import { councilOf, type DemoVet, demoVets } from './vets.ts'

/** `authenticator` is what an authenticator app is set up with. */
export type DemoSignIn = { who: string; email: string; password: string; authenticator?: string }

type Today = { now: Date; today: Day; timeZone: string }
type Vet = DemoVet & { id: string; userId: string }
type Owner = DemoOwner & { ownerId: string; petIds: string[] }

const emailOf = (slug: string) => `${slug.replace('-', '.')}@pawfolk.example`

/**
 * Fills an empty database with the demo world, in one transaction and once, however many processes start together; a
 * database that has users is left alone. The same stories every time, told from the day of seeding. With an `adminKey`
 * (AUTH_SECRET) the demo world has an admin too; never give one in production.
 */
export async function seedDemo(
  db: Db,
  options: { now: Date; timeZone: string; adminKey?: string },
): Promise<DemoSignIn[]> {
  const today = { ...options, today: dayOf(options.now, options.timeZone) }
  const isDemo = await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('pawfolk demo seed'))`.execute(tx)
    const somebody = await tx.selectFrom('users').select('id').limit(1).executeTakeFirst()
    if (!somebody) await tellStories(tx, today)
    const asha = await tx
      .selectFrom('users')
      .select('id')
      .where('email', '=', emailOf('asha-verma'))
      .executeTakeFirst()
    if (asha && options.adminKey) await demoAdmin(tx, options.adminKey)
    return asha !== undefined
  })
  if (!isDemo) return []
  const admin = {
    who: 'Admin',
    email: demoAdminEmail,
    password: demoPassword,
    authenticator: demoAuthenticatorKey,
  }
  return [
    { who: 'Pet owner', email: emailOf('asha-verma'), password: demoPassword },
    { who: 'Vet', email: emailOf('meera-iyer'), password: demoPassword },
    ...(options.adminKey ? [admin] : []),
  ]
}

async function tellStories(db: Db, today: Today): Promise<void> {
  const makeAccount = await demoAccounts(db)
  const owners = []
  for (const owner of demoOwners) {
    const ownerId = await ownerIdOf(db, await makeAccount(owner.name, emailOf(owner.slug)))
    await db.updateTable('pet_owners').set({ phone_number: owner.phone }).where('id', '=', ownerId).execute()
    const petIds = []
    for (const { slug, ...pet } of owner.pets) {
      const { id } = await makePet(db, {
        ...pet,
        ownerId,
        photoUrl: `/portraits/${slug}.svg`,
        now: today.now,
      })
      petIds.push(id)
    }
    owners.push({ ...owner, ownerId, petIds })
  }
  const vets = new Map<string, Vet>()
  for (const vet of demoVets) {
    const userId = await makeAccount(`Dr. ${vet.fullName}`, emailOf(vet.slug), 'veterinary_doctor')
    vets.set(vet.slug, { ...vet, userId, id: await openPractice(db, vet, userId, today.today) })
  }
  for (const vet of vets.values()) await rememberVisits(db, vet, owners, today)
  await fillDiary(db, vets, owners, today)
  await makeProviders(db, (name, slug, role) => makeAccount(name, emailOf(slug), role), today.now)
}

function openPractice(db: Db, vet: DemoVet, userId: string, today: Day): Promise<string> {
  return makeVet(db, {
    ...vet,
    userId,
    registrationCouncil: councilOf(vet.licenseId),
    imageUrl: `/portraits/${vet.slug}.svg`,
    hours: [
      ...vet.hours,
      ...(vet.dates ?? []).map(({ inDays, ...hours }) => ({ ...hours, date: addDays(today, inDays) })),
    ],
    holidays: (vet.holidays ?? []).map(({ fromDay, toDay, reason }) => ({
      start: addDays(today, fromDay),
      end: addDays(today, toDay),
      reason,
    })),
  })
}

/** Past visits with their ratings: one a week, on a day and at a time the vet works. */
async function rememberVisits(db: Db, vet: Vet, owners: Owner[], { today, timeZone }: Today): Promise<void> {
  const hours = vet.hours[0]
  if (!hours?.days || !hours.start) return
  for (const [index, { stars, feedback }] of vet.ratings.entries()) {
    const day = lastWorkingDay(hours.days, addDays(today, -7 * (index + 1)))
    const owner = owners[index % owners.length]!
    const startsAt = instantAt(day, minutesOf(hours.start), timeZone)!
    const minutes = hours.slotMinutes ?? 30
    const appointmentId = await makeAppointment(db, {
      vetId: vet.id,
      ownerId: owner.ownerId,
      petId: owner.petIds[index % owner.petIds.length] ?? null,
      startsAt,
      minutes,
      status: 'completed',
      fee: vet.consultationFee,
    })
    await makeRating(db, {
      appointmentId,
      vetId: vet.id,
      ownerId: owner.ownerId,
      stars,
      feedback,
      at: new Date(startsAt.getTime() + 5 * 3_600_000),
    })
  }
}

function lastWorkingDay(days: readonly Weekday[], from: Day): Day {
  let day = from
  while (!days.includes(weekdayOf(day))) day = addDays(day, -1)
  return day
}

type Entry = {
  vet: string
  owner: string
  pet: number | null
  /** Which of the vet's open days, and which of its free slots, both counted from 0. */
  day: number
  slot: number
  status: AppointmentStatus
  reason: string
}

const diary: Entry[] = [
  {
    vet: 'meera-iyer',
    owner: 'asha-verma',
    pet: 0,
    day: 1,
    slot: 3,
    status: 'confirmed',
    reason: 'Yearly vaccination',
  },
  {
    vet: 'meera-iyer',
    owner: 'ravi-kumar',
    pet: 0,
    day: 1,
    slot: 5,
    status: 'pending',
    reason: 'Limping on the left front paw since Sunday',
  },
  {
    vet: 'meera-iyer',
    owner: 'zoya-ali',
    pet: 1,
    day: 2,
    slot: 0,
    status: 'pending',
    reason: 'Check-up before travelling',
  },
  {
    vet: 'kabir-shah',
    owner: 'asha-verma',
    pet: 1,
    day: 1,
    slot: 1,
    status: 'pending',
    reason: 'Second opinion on her hip',
  },
  {
    vet: 'arjun-nair',
    owner: 'ravi-kumar',
    pet: 1,
    day: 0,
    slot: 2,
    status: 'confirmed',
    reason: 'Not eating well',
  },
  {
    vet: 'rohan-desai',
    owner: 'zoya-ali',
    pet: 0,
    day: 1,
    slot: 4,
    status: 'confirmed',
    reason: 'Beak looks long',
  },
  {
    vet: 'harpreet-singh',
    owner: 'ravi-kumar',
    pet: 0,
    day: 3,
    slot: 6,
    status: 'confirmed',
    reason: 'Follow-up',
  },
]

async function fillDiary(db: Db, vets: Map<string, Vet>, owners: Owner[], today: Today): Promise<void> {
  const ownerOf = (slug: string) => owners.find((owner) => owner.slug === slug)!
  for (const { vet, owner: ownerSlug, pet, day, slot, status, reason } of diary) {
    const owner = ownerOf(ownerSlug)
    await bookNth(db, vets.get(vet)!, day, slot, today, {
      ownerId: owner.ownerId,
      petId: pet === null ? null : (owner.petIds[pet] ?? null),
      status,
      reason,
    })
  }
  // One day that is fully booked, so that the calendar has one to show.
  const tara = vets.get('tara-kulkarni')!
  const busy = (await openDaysOf(db, tara, today))[2]
  if (!busy) return
  for (let free = (await freeSlots(db, tara, busy, today)).length; free > 0; free--) {
    const owner = owners[free % owners.length]!
    await bookNth(db, tara, 2, 0, today, {
      ownerId: owner.ownerId,
      petId: null,
      status: 'confirmed',
      reason: 'Weight check',
      on: busy,
    })
  }
}

async function bookNth(
  db: Db,
  vet: Vet,
  nthDay: number,
  nthSlot: number,
  today: Today,
  booking: { ownerId: string; petId: string | null; status: AppointmentStatus; reason: string; on?: Day },
): Promise<void> {
  const day = booking.on ?? (await openDaysOf(db, vet, today))[nthDay]
  const slots = day ? await freeSlots(db, vet, day, today) : []
  const slot = slots[Math.min(nthSlot, slots.length - 1)]
  if (!slot) return
  await makeAppointment(db, {
    vetId: vet.id,
    ownerId: booking.ownerId,
    petId: booking.petId,
    startsAt: slot.startsAt,
    minutes: (slot.endsAt.getTime() - slot.startsAt.getTime()) / 60_000,
    status: booking.status,
    reason: booking.reason,
    fee: vet.consultationFee,
    bookedAt: new Date(today.now.getTime() - 3_600_000),
  })
}

const calendarOf = (vet: Vet) => ({ trade: 'veterinary' as const, providerId: vet.id })

async function openDaysOf(db: Db, vet: Vet, { now }: Today): Promise<Day[]> {
  const { days } = await findOpenDays(db, calendarOf(vet), now)
  return days.filter(({ state }) => state === 'available').map(({ date }) => date)
}

async function freeSlots(db: Db, vet: Vet, day: Day, { now }: Today) {
  return (await findSlots(db, calendarOf(vet), day, now)).slots
}

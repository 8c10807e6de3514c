import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { openWorld, type Person } from '#/app/testing/world.ts'
import { DAY } from '#/kernel/duration.ts'
import { newId } from '#/kernel/server/new-id.ts'
import { makePet } from '#/pets/server/factory.ts'
import { eraseThoseWhoLeft } from '#/privacy/server/sweeps.ts'
import type { Service } from '#/styling/rules.ts'
import { makeStylist } from './styling.factory.ts'

const world = await openWorld()
const { db } = world
const asha = await world.signUp('asha')
const farah = await world.signUp('farah')
const stylistId = await makeStylist(db, {
  userId: farah.userId,
  hourlyRate: 80_001,
  specializations: ['Full Grooming', 'Nail Trimming', 'Bath & Brush'],
  hours: [
    {
      start: '09:00',
      end: '17:00',
      slotMinutes: 90,
      breaks: [{ start: '12:00', end: '13:00' }],
    },
  ],
  holidays: [{ start: '2026-11-10', end: '2026-11-11' }],
})
await vi.waitUntil(async () => (await farah.call.accounts.me()).user?.records['pet_stylist'])
const { id: bruno } = await makePet(db, { ownerId: asha.ownerId, name: 'Bruno' })
const { id: coco } = await makePet(db, { ownerId: asha.ownerId, name: 'Coco', species: 'cat' })
const tuesday = '2026-11-03'
const styling = { trade: 'styling', providerId: stylistId } as const

const slotAt = (startTime: string, endTime: string, date = tuesday) => ({ date, startTime, endTime })
const afternoon = slotAt('13:30', '15:00')
const withService = (petId: string, service: Service = 'Full Grooming') => ({ petId, service })
const book = (pets: { petId: string; service: Service }[], slot = afternoon, by: Person = asha) =>
  by.call.styling.book({ stylistId, slot, pets })

test('times follow the stylist’s own slots and breaks, and holidays have none', async () => {
  const { slots } = await asha.call.booking.slots({ ...styling, date: tuesday })
  expect(slots.map(({ startTime, endTime }) => `${startTime}-${endTime}`)).toEqual([
    '09:00-10:30',
    '10:30-12:00',
    '13:30-15:00',
    '15:00-16:30',
  ])
  const { days } = await asha.call.booking.openDays(styling)
  expect(days.find(({ date }) => date === '2026-11-10')).toMatchObject({ state: 'holiday' })
})

test('two pets with a service each are booked together, confirmed at once, with an estimate and no online payment', async () => {
  const booked = await asha.call.styling.book({
    stylistId,
    slot: afternoon,
    reason: 'Wedding on Saturday',
    pets: [
      { ...withService(bruno), coatNotes: 'Matted behind the ears', biteNotes: 'Snaps at clippers' },
      withService(coco, 'Nail Trimming'),
    ],
  })
  expect(booked).toMatchObject({
    status: 'confirmed',
    payment: null,
    isPaidHere: false,
    priceIsEstimate: true,
    // 800.01 an hour for an hour and a half, rounded to paise.
    price: { amount: 120_002, currency: 'INR' },
  })
  const [own] = (await asha.call.appointments.appointments({ tab: 'upcoming' })).rows
  expect(own).toMatchObject({
    id: booked.id,
    title: 'Pet styling',
    reasonLabel: 'Special instructions',
    providerNoun: 'stylist',
    priceIsEstimate: true,
    provider: { name: 'Farah Khan', bookingPath: `/services/book-a-stylist?stylist=${stylistId}` },
  })
  expect(own!.facts.map(({ text }) => text)).toEqual([
    'Bruno: Full Grooming',
    'Bruno, coat: Matted behind the ears',
    'Bruno, bites: Snaps at clippers',
    'Coco: Nail Trimming',
  ])
  const [visit] = (await farah.call.appointments.visits({ tab: 'upcoming' })).rows
  expect(visit!.facts).toEqual(own!.facts)
  const view = await db.selectFrom('styling_appointments').selectAll().executeTakeFirstOrThrow()
  expect(view).toMatchObject({
    pet_owner_id: asha.ownerId,
    pet_stylist_id: stylistId,
    pet_id: bruno,
    status: 'confirmed',
    appointment_date: tuesday,
    start_time: '13:30',
    end_time: '15:00',
    service_type: 'Full Grooming',
    special_instructions: 'Wedding on Saturday',
  })
  expect(await world.findBrokenInvariants()).toEqual([])
})

test('both sides are notified at once, without a request to answer', async () => {
  await world.app.jobs.deliverEvents(world.clock.now)
  const titles = async (person: Person) =>
    (await person.call.notifications.list({})).rows.map(({ title, message }) => `${title}: ${message}`)
  expect(await titles(asha)).toEqual([
    expect.stringMatching(/^Appointment confirmed: Farah Khan expects you/),
  ])
  expect(await titles(farah)).toEqual([
    expect.stringMatching(
      /^New styling appointment: asha booked a styling appointment with Bruno and Coco on/,
    ),
  ])
})

test('a booking with a stylist without a place doesn’t say where to come', async () => {
  const pooja = await world.signUp('pooja')
  const id = await makeStylist(world.db, { userId: pooja.userId, fullName: 'Pooja Salvi', location: null })
  await asha.call.styling.book({
    stylistId: id,
    pets: [{ petId: bruno, service: 'Bath & Brush' }],
    slot: { date: tuesday, startTime: '09:00', endTime: '10:00' },
  })
  await world.app.jobs.deliverEvents(world.clock.now)
  const { rows } = await asha.call.notifications.list({ type: 'appointment_confirmed' })
  expect(rows[0]!.message).toMatch(/^Bruno’s styling appointment with Pooja Salvi is set for Tue, /)
})

test.each([
  ['a service nobody offers', () => [{ petId: bruno, service: 'Tattoos' as never }], 'request.malformed'],
  [
    'a service this stylist doesn’t offer',
    () => [withService(bruno, 'Teeth Cleaning')],
    'styling.not_offered',
  ],
  ['a pet twice', () => [withService(bruno), withService(bruno, 'Nail Trimming')], 'styling.pet_twice'],
  ['no pet', () => [], 'request.malformed'],
  ['six pets', () => Array.from({ length: 6 }, () => withService(newId())), 'request.malformed'],
  ['a pet that is not theirs', () => [withService(newId())], 'appointments.pet_not_found'],
] as const)('%s is refused and books nothing', async (_, pets, code) => {
  const count = () => db.selectFrom('calendar_holds').select(sql<number>`count(*)::int`.as('count')).execute()
  const before = await count()
  await expect(book(pets(), slotAt('09:00', '10:30'))).rejects.toMatchObject({ code })
  expect(await count()).toEqual(before)
})

test('a stylist’s own number of pets is the most they get at a time', async () => {
  const { id: tiger } = await makePet(db, { ownerId: asha.ownerId, name: 'Tiger' })
  const three = [bruno, coco, tiger].map((petId) => withService(petId))
  const slot = slotAt('10:30', '12:00', '2026-11-06')
  expect(await asha.call.styling.stylist({ id: stylistId })).toMatchObject({ maxPets: 2 })
  await expect(book(three, slot)).rejects.toMatchObject({ code: 'styling.too_many_pets' })
  await db.updateTable('pet_stylists').set({ max_pets: 3 }).where('id', '=', stylistId).execute()
  const { id } = await book(three, slot)
  await asha.call.appointments.cancel({ id })
})

test('a taken slot, a holiday and times off the grid are refused with their own errors', async () => {
  const refusals = [
    [afternoon, 'booking.slot_taken'],
    [slotAt('09:00', '10:30', '2026-11-10'), 'booking.holiday'],
    [slotAt('12:00', '13:30'), 'booking.not_a_slot'],
    [slotAt('09:00', '10:00'), 'booking.not_a_slot'],
  ] as const
  for (const [slot, code] of refusals)
    await expect(book([withService(bruno)], slot)).rejects.toMatchObject({ code })
})

test('a booking at an outdated estimate is refused with the new one', async () => {
  await expect(
    asha.call.styling.book({
      stylistId,
      slot: slotAt('09:00', '10:30'),
      reason: '',
      pets: [withService(bruno)],
      price: 100_000,
    }),
  ).rejects.toMatchObject({
    code: 'appointments.price_changed',
    data: { price: { amount: 120_002, currency: 'INR' } },
  })
})

test('a stylist can’t book themselves, and an unlisted one is not found', async () => {
  await expect(book([withService(bruno)], slotAt('09:00', '10:30'), farah)).rejects.toMatchObject({
    code: 'appointments.own_calendar',
  })
  await db
    .updateTable('pet_stylists')
    .set({ verification_status: 'suspended' })
    .where('id', '=', stylistId)
    .execute()
  await expect(book([withService(bruno)], slotAt('09:00', '10:30'))).rejects.toMatchObject({
    code: 'request.not_found',
  })
  await db
    .updateTable('pet_stylists')
    .set({ verification_status: 'draft' })
    .where('id', '=', stylistId)
    .execute()
})

test('a done appointment is rated, and the stylist’s average follows', async () => {
  const begin = world.clock.now
  world.clock.now = new Date('2026-11-03T08:30:00Z')
  await vi.waitUntil(async () => (await farah.call.accounts.me()).user?.records['pet_stylist'])
  const [visit] = (await farah.call.appointments.visits({ tab: 'upcoming' })).rows
  await farah.call.appointments.complete({ id: visit!.id })
  await asha.call.ratings.rate({ id: visit!.id, stars: 4, feedback: 'So soft' })
  expect(await asha.call.styling.stylist({ id: stylistId })).toMatchObject({ rating: 4, totalReviews: 1 })
  const rated = await db.selectFrom('pet_stylist_ratings').selectAll().execute()
  expect(rated).toMatchObject([{ pet_stylist_id: stylistId, pet_owner_id: asha.ownerId, rating: 4 }])
  world.clock.now = begin
})

test('an owner’s account deletion removes their notes; the stylist keeps the service', async () => {
  const ravi = await world.signUp('ravi')
  const { id: tiger } = await makePet(db, { ownerId: ravi.ownerId, name: 'Tiger' })
  const { id } = await ravi.call.styling.book({
    stylistId,
    slot: slotAt('09:00', '10:30', '2026-11-05'),
    pets: [{ ...withService(tiger), coatNotes: 'Knots', biteNotes: 'Bit me once' }],
  })
  await ravi.call.privacy.leave({ confirmed: true })
  const begin = world.clock.now
  world.clock.now = new Date(begin.getTime() + 14 * DAY)
  await world.app.jobs.runSweep(eraseThoseWhoLeft.name, world.clock.now)
  world.clock.now = begin
  expect(
    await db.selectFrom('styling_details').selectAll().where('appointment_id', '=', id).execute(),
  ).toEqual([
    { appointment_id: id, position: 1, service: 'Full Grooming', coat_notes: null, bite_notes: null },
  ])
})

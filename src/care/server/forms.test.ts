import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { openWorld, type Person } from '#/app/testing/world.ts'
import { textOfPdf } from '#/kernel/server/pdf.factory.ts'
import { makePet } from '#/pets/server/factory.ts'
import { makeStyling, makeStylist } from '#/styling/server/styling.factory.ts'
import { makeSession, makeTrainer } from '#/training/server/training.factory.ts'
import { examination } from './visit.factory.ts'

const world = await openWorld()
const { db } = world
const [asha, omprakash, farah, sunita] = (await Promise.all(
  ['asha', 'om', 'farah', 'sunita'].map(world.signUp),
)) as [Person, Person, Person, Person]
const trainerId = await makeTrainer(db, { userId: omprakash.userId })
const stylistId = await makeStylist(db, { userId: farah.userId })
const otherStylistId = await makeStylist(db, { userId: sunita.userId, fullName: 'Sunita Rao' })
for (const [person, record] of [
  [omprakash, 'pet_trainer'],
  [farah, 'pet_stylist'],
  [sunita, 'pet_stylist'],
] as const)
  await vi.waitUntil(async () => (await person.call.accounts.me()).user?.records[record])

const startsAt = new Date('2026-11-01T05:00:00Z')
const at = (day: number) => new Date(Date.UTC(2026, 9, day, 5))
const refused = (call: Promise<unknown>, code: string) => expect(call).rejects.toMatchObject({ code })

const lesson = {
  type: 'training' as const,
  history: 'Sit, stay and walking on a loose lead.',
  assessment: 'He sits at once. Other dogs still pull him away.',
  plan: 'We practise near the park gate.',
  homework: [
    { exercise: 'Sit and stay', howOften: 'twice a day', howLong: '5 minutes' },
    { exercise: 'Loose lead', howOften: 'on each walk' },
  ],
  followUpOn: '2026-11-08',
}
const grooming = {
  type: 'grooming' as const,
  history: 'Bath, brush and nails.',
  assessment: 'Two small mats behind the ears.',
  products: 'Oatmeal shampoo',
  behaviour: 'Calm, but not at the clippers.',
  followUpOn: '2026-12-15',
}

async function makeLesson(day = startsAt) {
  const { id: petId } = await makePet(db, { ownerId: asha.ownerId })
  const lessonAt = { trainerId, ownerId: asha.ownerId, petId, startsAt: day, status: 'completed' as const }
  return { petId, bookingId: await makeSession(db, lessonAt) }
}

async function makeGrooming(day = startsAt, by = stylistId) {
  const names = ['Bruno', 'Coco']
  const pets = await Promise.all(names.map((name) => makePet(db, { ownerId: asha.ownerId, name })))
  const bookingId = await makeStyling(db, {
    stylistId: by,
    ownerId: asha.ownerId,
    startsAt: day,
    status: 'completed',
    pets: pets.map(({ id }) => ({ petId: id })),
  })
  return { bookingId, petIds: pets.map(({ id }) => id) as [string, string] }
}

test('a trainer writes a session note with homework, and the owner reads it on the timeline, as a PDF and by a link', async () => {
  const { bookingId, petId } = await makeLesson()
  const { id } = await omprakash.call.care.addNote({ bookingId, petId, ...lesson })
  expect(await omprakash.call.care.pet({ id: petId })).toMatchObject({
    visits: [{ id: bookingId, trade: 'training', noteId: id }],
  })
  await refused(asha.call.care.note({ id }), 'request.not_found')
  await omprakash.call.care.changeNote({ id, seen: 1, ...lesson, plan: ' ' })
  await refused(omprakash.call.care.sign({ id, seen: 2 }), 'care.plan_missing')
  await omprakash.call.care.changeNote({ id, seen: 2, ...lesson })
  await omprakash.call.care.sign({ id, seen: 3 })
  const homework = [
    { exercise: 'Sit and stay', howOften: 'twice a day', howLong: '5 minutes' },
    { exercise: 'Loose lead', howOften: 'on each walk', howLong: null },
  ]
  expect(await asha.call.care.note({ id })).toMatchObject({
    state: 'signed',
    homework,
    plan: lesson.plan,
    followUpOn: '2026-11-08',
    by: { trade: 'training', name: 'Om Prakash', registrationNumber: null },
  })
  expect((await asha.call.care.notes({ id: petId, type: 'training' })).rows).toMatchObject([
    { id, homework: ['Sit and stay', 'Loose lead'] },
  ])
  await asha.call.care.share({ id })
  const token = (await asha.call.care.links({ id })).links[0]!.path.split('/').at(-1)!
  expect(await world.visitor.care.shared({ token })).toMatchObject({ homework })
  const pdf = await fetch(`${world.url}/visit-notes/${id}.pdf`, { headers: { cookie: asha.cookie } })
  const text = textOfPdf(Buffer.from(await pdf.arrayBuffer()))
  for (const part of [
    'Session note for',
    'Next step',
    'Homework',
    'Loose lead',
    'on each walk',
    'Next session',
  ])
    expect(text).toContain(part)
  expect(text).not.toMatch(/null|Registration/i)

  await world.app.jobs.deliverEvents(world.clock.now)
  const { rows } = await asha.call.notifications.list({})
  expect(rows.find(({ href }) => href?.endsWith(id))).toMatchObject({
    title: 'Session note for Bruno',
    message:
      'Om Prakash signed the session note for Sun, 1 Nov 2026. Read it to see how it went and what to practise at home.',
  })
})

test('only vets can prescribe, vaccinate and record findings, in the API and in the database', async () => {
  const { bookingId, petId } = await makeLesson(at(2))
  const add = (content: Parameters<typeof omprakash.call.care.changeNote>[0] | object) =>
    omprakash.call.care.addNote({ bookingId, petId, ...lesson, ...content })
  await refused(add(examination), 'care.wrong_form')
  for (const part of [
    { medicines: examination.medicines },
    { vaccinations: examination.vaccinations },
    { weightLbs: 20 },
    { products: 'Shampoo' },
    { type: 'exam' },
    { type: 'grooming' },
  ])
    await refused(add(part), 'care.wrong_form')
  const { id } = await add({})
  await refused(omprakash.call.care.changeNote({ id, seen: 1, ...examination }), 'care.wrong_form')
  for (const change of [
    sql`insert into visit_note_medicines (note_id, position, name, dose, how_often) values (${id}, 1, 'a', 'b', 'c')`,
    sql`insert into visit_note_vaccinations (note_id, position, name, given_on) values (${id}, 1, 'a', '2026-10-01')`,
    sql`update visit_notes set weight_lbs = 20 where id = ${id}`,
    sql`update visit_notes set products = 'Shampoo' where id = ${id}`,
  ])
    await expect(change.execute(db)).rejects.toMatchObject({ constraint: 'care.wrong_form' })

  const visit = await makeGrooming(at(3))
  const groom = (content: object) =>
    farah.call.care.addNote({ bookingId: visit.bookingId, petId: visit.petIds[0], ...grooming, ...content })
  for (const part of [{ plan: 'Rest' }, { homework: lesson.homework }, { type: 'training' }])
    await refused(groom(part), 'care.wrong_form')
})

test('a stylist writes one note for each pet of an appointment and signs them one by one', async () => {
  const { bookingId, petIds } = await makeGrooming()
  const [bruno, coco] = petIds
  const first = await farah.call.care.addNote({ bookingId, petId: bruno, ...grooming })
  const second = await farah.call.care.addNote({ bookingId, petId: coco, ...grooming, history: ' ' })
  await refused(farah.call.care.addNote({ bookingId, petId: bruno, ...grooming }), 'care.note_exists')
  const { id: stranger } = await makePet(db, { ownerId: asha.ownerId, name: 'Tiger' })
  await refused(farah.call.care.addNote({ bookingId, petId: stranger, ...grooming }), 'request.not_found')
  await refused(sunita.call.care.addNote({ bookingId, petId: coco, ...grooming }), 'request.not_found')

  await farah.call.care.sign({ id: first.id, seen: 1 })
  await refused(farah.call.care.sign({ id: second.id, seen: 1 }), 'care.plan_missing')
  const ofBooking = async (who: Person) => (await who.call.care.ofBookings({ bookingIds: [bookingId] })).notes
  expect(await ofBooking(asha)).toEqual([{ bookingId, petId: bruno, noteId: first.id, isSigned: true }])
  expect(await ofBooking(farah)).toHaveLength(2)
  expect((await asha.call.care.notes({ id: coco })).rows).toEqual([])
  expect(await asha.call.care.note({ id: first.id })).toMatchObject({
    history: grooming.history,
    products: 'Oatmeal shampoo',
    behaviour: grooming.behaviour,
    plan: null,
  })
  expect((await farah.call.care.patients({})).rows.map(({ id }) => id)).toEqual(
    expect.arrayContaining([bruno, coco]),
  )
  await refused(sunita.call.care.notes({ id: coco }), 'request.not_found')
})

test('three simultaneous notes for each of two pets leave one each', async () => {
  for (let round = 0; round < 3; round++) {
    const { bookingId, petIds } = await makeGrooming(at(10 + round), otherStylistId)
    const outcomes = await Promise.allSettled(
      petIds.flatMap((petId) =>
        [1, 2, 3].map(() => sunita.call.care.addNote({ bookingId, petId, ...grooming })),
      ),
    )
    const codes = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []))
    expect(codes).toEqual(Array(4).fill('care.note_exists'))
    const { notes } = await sunita.call.care.ofBookings({ bookingIds: [bookingId] })
    expect(notes.map(({ petId }) => petId).toSorted()).toEqual(petIds.toSorted())
  }
})

test('all the promises hold', async () => {
  expect(await world.findBrokenInvariants()).toEqual([])
})

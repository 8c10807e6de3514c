import { sql } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'
import { openDesk } from '#/app/testing/desk.ts'
import { mondayMorning, openWorld, type Person } from '#/app/testing/world.ts'
import { HOUR } from '#/kernel/duration.ts'
import { makePet } from '#/pets/server/factory.ts'
import { makeStyling, makeStylist } from '#/styling/server/styling.factory.ts'
import { makeSession, makeTrainer } from '#/training/server/training.factory.ts'

const world = await openWorld()
const { db } = world
const people = ['asha', 'ravi', 'farah', 'om'].map(world.signUp)
const [asha, ravi, farah, omprakash] = (await Promise.all(people)) as [Person, Person, Person, Person]
const stylistId = await makeStylist(db, { userId: farah.userId })
const trainerId = await makeTrainer(db, { userId: omprakash.userId })
await vi.waitUntil(async () => (await farah.call.accounts.me()).user?.records['pet_stylist'])
await vi.waitUntil(async () => (await omprakash.call.accounts.me()).user?.records['pet_trainer'])
const hours = (count: number) => new Date(mondayMorning.getTime() + count * HOUR)
const refused = (call: Promise<unknown>, code: string) => expect(call).rejects.toMatchObject({ code })
const deliver = () => world.app.jobs.deliverEvents(world.clock.now)
afterEach(() => {
  world.clock.now = mondayMorning
})

const bite = {
  kind: 'bite' as const,
  severity: 'serious' as const,
  happened: 'He bit me when I cut his nails.',
  done: 'I stopped and put a muzzle on him.',
}

async function makeVisit(
  startsAt = hours(-2),
  status: 'completed' | 'confirmed' | 'cancelled' = 'completed',
) {
  const { id: petId } = await makePet(db, { ownerId: asha.ownerId, name: 'Bruno' })
  const visit = { stylistId, ownerId: asha.ownerId, startsAt, status, pets: [{ petId }] }
  return { petId, bookingId: await makeStyling(db, visit) }
}
async function makeIncident(startsAt?: Date) {
  const visit = await makeVisit(startsAt)
  return { ...visit, ...(await farah.call.care.addIncident({ ...visit, ...bite })) }
}
const news = async (who: Person, id: string) =>
  (await who.call.notifications.list({ type: 'incident' })).rows
    .filter(({ href }) => href?.endsWith(id))
    .map(({ title }) => title)

test('a stylist notes an incident, its owner is notified and answers once, and then only addenda are possible', async () => {
  const { id, bookingId, petId } = await makeIncident()
  await deliver()
  expect(await news(asha, id)).toEqual(['Incident with Bruno'])
  expect(await asha.call.care.incident({ id })).toMatchObject({
    ...bite,
    by: { name: 'Farah Khan', trade: 'styling' },
    answer: null,
    version: 1,
    may: { correct: false, answer: true, addAddendum: false },
  })
  for (const who of [asha, farah])
    expect((await who.call.care.ofBookings({ bookingIds: [bookingId] })).incidents).toEqual([
      { id, bookingId, petId, kind: 'bite', severity: 'serious', isAnswered: false },
    ])
  expect((await asha.call.care.pet({ id: petId })).incidents).toMatchObject([
    { id, happenedOn: '2026-11-02' },
  ])

  world.clock.now = hours(1)
  await farah.call.care.changeIncident({ id, seen: 1, ...bite, severity: 'moderate' })
  await refused(farah.call.care.changeIncident({ id, seen: 1, ...bite }), 'care.changed_meanwhile')
  await refused(farah.call.care.addToIncident({ id, text: 'More' }), 'care.incident_open')
  await refused(asha.call.care.answerIncident({ id, seen: 1, text: 'Sorry' }), 'care.changed_meanwhile')
  await asha.call.care.answerIncident({ id, seen: 2, text: 'I am sorry. Clippers frighten him.' })
  await refused(asha.call.care.answerIncident({ id, seen: 2, text: 'Again' }), 'care.already_answered')
  await refused(farah.call.care.changeIncident({ id, seen: 2, ...bite }), 'care.incident_fixed')
  await farah.call.care.addToIncident({ id, text: 'The wound is healing.' })
  expect(await farah.call.care.incident({ id })).toMatchObject({
    severity: 'moderate',
    answer: 'I am sorry. Clippers frighten him.',
    answeredAt: hours(1),
    addenda: [{ text: 'The wound is healing.', at: hours(1) }],
    may: { correct: false, answer: false, addAddendum: true },
  })
  await deliver()
  expect(await news(asha, id)).toEqual([
    'Addendum: incident with Bruno',
    'Corrected: incident with Bruno',
    'Incident with Bruno',
  ])
  expect(await news(farah, id)).toEqual(['Answer: incident with Bruno'])
})

test('an incident can be corrected for a day or until it is answered; then neither server nor database changes it', async () => {
  const late = await makeIncident()
  world.clock.now = hours(24)
  await refused(farah.call.care.changeIncident({ id: late.id, seen: 1, ...bite }), 'care.incident_fixed')
  world.clock.now = new Date(hours(24).getTime() - 1)
  await farah.call.care.changeIncident({ id: late.id, seen: 1, ...bite, done: 'Nothing' })
  world.clock.now = mondayMorning
  const { id } = await makeIncident()
  await asha.call.care.answerIncident({ id, seen: 1, text: 'No.' })
  for (const change of [
    sql`update incidents set happened = 'Other' where id = ${id}`,
    sql`update incidents set answer = 'Other' where id = ${id}`,
    sql`update incidents set answer = null, answered_at = null where id = ${id}`,
    sql`update incidents set author_user_id = ${ravi.userId} where id = ${id}`,
    sql`update incidents set kind = 'other', updated_at = ${hours(25)} where id = ${late.id}`,
    sql`delete from incidents where id = ${id}`,
  ])
    await expect(change.execute(db)).rejects.toMatchObject({ constraint: 'care.incident_fixed' })
})

test('a correction and an answer at once: one succeeds, and the answer is about the text that was read', async () => {
  for (let round = 0; round < 5; round++) {
    const { id } = await makeIncident(hours(-3 - round))
    const outcomes = await Promise.allSettled([
      farah.call.care.changeIncident({ id, seen: 1, ...bite, happened: 'Changed' }),
      asha.call.care.answerIncident({ id, seen: 1, text: 'One' }),
      asha.call.care.answerIncident({ id, seen: 1, text: 'Two' }),
    ])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const isChanged = outcomes[0]!.status === 'fulfilled'
    const { happened, answer } = await asha.call.care.incident({ id })
    expect([happened, answer !== null]).toEqual(isChanged ? ['Changed', false] : [bite.happened, true])
  }
})

test('an incident is noted from the start of a visit until 14 days after it, five per pet at most, however many at once', async () => {
  const { bookingId, petId } = await makeVisit(hours(-2))
  const add = () => farah.call.care.addIncident({ bookingId, petId, ...bite })
  const outcomes = await Promise.allSettled(Array.from({ length: 8 }, add))
  const codes = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []))
  expect(codes).toEqual(Array(3).fill('care.too_many_incidents'))

  const soon = await makeVisit(hours(1), 'confirmed')
  await refused(farah.call.care.addIncident({ ...soon, ...bite }), 'care.no_incident_now')
  const off = await makeVisit(hours(-50), 'cancelled')
  await refused(farah.call.care.addIncident({ ...off, ...bite }), 'care.no_incident_now')
  const old = await makeVisit(hours(-15 * 24))
  await refused(farah.call.care.addIncident({ ...old, ...bite }), 'care.no_incident_now')
  const { id: stranger } = await makePet(db, { ownerId: asha.ownerId })
  await refused(farah.call.care.addIncident({ bookingId, petId: stranger, ...bite }), 'request.not_found')
  for (const who of [asha, ravi, omprakash])
    await refused(who.call.care.addIncident({ bookingId, petId, ...bite }), 'request.not_found')
})

test('nobody else reads or answers an incident', async () => {
  const { id, petId, bookingId } = await makeIncident(hours(-9))
  const session = { trainerId, ownerId: asha.ownerId, petId, startsAt: hours(20) }
  await makeSession(db, session)
  for (const who of [ravi, omprakash]) {
    await refused(who.call.care.incident({ id }), 'request.not_found')
    await refused(who.call.care.changeIncident({ id, seen: 1, ...bite }), 'request.not_found')
    await refused(who.call.care.answerIncident({ id, seen: 1, text: 'Mine' }), 'request.not_found')
    expect((await who.call.care.ofBookings({ bookingIds: [bookingId] })).incidents).toEqual([])
  }
  await refused(farah.call.care.answerIncident({ id, seen: 1, text: 'Mine' }), 'request.not_found')
  await refused(asha.call.care.changeIncident({ id, seen: 1, ...bite }), 'request.not_found')
  expect((await omprakash.call.care.pet({ id: petId })).incidents).toEqual([])
})

test('a later provider is warned without words or names, but not if blocked or once the incident is removed', async () => {
  const { id, petId } = await makeIncident(hours(-10))
  const bookingId = await makeSession(db, {
    trainerId,
    ownerId: asha.ownerId,
    petId,
    startsAt: hours(22),
  })
  const flags = async () =>
    (await omprakash.call.appointments.visits({ tab: 'upcoming' })).rows
      .find((row) => row.id === bookingId)!
      .flags.filter(({ kind }) => kind === 'incident')
  const warned = { kind: 'incident', text: 'Bruno bit someone at a visit on Sun, 1 Nov 2026 (serious)' }
  expect(await flags()).toEqual([warned])
  expect(JSON.stringify(await flags())).not.toContain('Farah')

  const block = {
    blocker_id: omprakash.userId,
    blocked_id: asha.userId,
    blocked_name: 'asha',
    created_at: hours(0),
  }
  await db
    .insertInto('message_blocks')
    .values({ ...block, pet_names: '{}' })
    .execute()
  expect(await flags()).toEqual([])
  await db.deleteFrom('message_blocks').execute()

  const nadia = await openDesk(world, 'nadia')
  const [listed] = (await nadia.call.incidents({ search: 'farah' })).rows
  expect(listed).toMatchObject({ id, pet: 'Bruno', happened: bite.happened, removed: null })
  await nadia.call.removeIncident({ id, reason: 'It was another dog.' })
  await refused(nadia.call.removeIncident({ id, reason: 'Again' }), 'care.already_removed')
  expect(await flags()).toEqual([])
  for (const who of [asha, farah]) await refused(who.call.care.incident({ id }), 'request.not_found')
  expect((await nadia.call.incidents({ show: 'removed' })).rows).toMatchObject([
    { id, removed: { by: 'nadia', reason: 'It was another dog.' } },
  ])
  expect((await nadia.call.log({ subjectId: id })).rows).toMatchObject([
    { action: 'incident.removed', reason: 'It was another dog.' },
  ])
  await deliver()
  for (const who of [asha, farah])
    expect((await who.call.notifications.list({ type: 'incident' })).rows[0]).toMatchObject({
      title: 'Removed: incident with Bruno',
      message: expect.stringContaining('It was another dog.'),
    })
})

test('an answer doesn’t reach a provider who has blocked the owner', async () => {
  const { id } = await makeIncident(hours(-11))
  const block = {
    blocker_id: farah.userId,
    blocked_id: asha.userId,
    blocked_name: 'asha',
    created_at: hours(0),
  }
  await db
    .insertInto('message_blocks')
    .values({ ...block, pet_names: '{}' })
    .execute()
  world.clock.now = hours(1)
  await asha.call.care.answerIncident({ id, seen: 1, text: 'You pulled his paw.' })
  expect(await farah.call.care.incident({ id })).toMatchObject({ answer: null, answeredAt: hours(1) })
  expect(await asha.call.care.incident({ id })).toMatchObject({ answer: 'You pulled his paw.' })
  await db.deleteFrom('message_blocks').execute()
})

test('after a block incidents are still recorded, and the owner is notified only once per visit', async () => {
  for (const [blocker, blocked, start] of [
    [farah, asha, -12],
    [asha, farah, -13],
  ] as const) {
    const { bookingId, petId } = await makeVisit(hours(start))
    await db
      .insertInto('message_blocks')
      .values({
        blocker_id: blocker.userId,
        blocked_id: blocked.userId,
        blocked_name: 'x',
        pet_names: '{}',
        created_at: hours(start),
      })
      .execute()
    const ids: string[] = []
    for (let count = 0; count < 3; count++) {
      ids.push((await farah.call.care.addIncident({ bookingId, petId, ...bite })).id)
      await deliver()
    }
    const [first] = ids as [string]
    await farah.call.care.changeIncident({ id: first, seen: 1, ...bite, done: 'Nothing' })
    await deliver()
    await asha.call.care.answerIncident({ id: first, seen: 2, text: 'No.' })
    await farah.call.care.addToIncident({ id: first, text: 'More' })
    await deliver()
    const told = await Promise.all(ids.map((id) => news(asha, id)))
    expect(told).toEqual([['Incident with Bruno'], [], []])
    expect(await news(farah, first)).toEqual([])
    expect((await asha.call.care.pet({ id: petId })).incidents).toHaveLength(3)
    await db.deleteFrom('message_blocks').execute()
  }
})

test('all the promises hold', async () => {
  expect(await world.findBrokenInvariants()).toEqual([])
})

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openDesk } from '#/app/testing/desk.ts'
import { mondayMorning, openWorld, type Person } from '#/app/testing/world.ts'
import { DAY } from '#/kernel/duration.ts'
import { openListener } from '#/kernel/server/listen.ts'
import { createLog } from '#/kernel/server/log.ts'
import { newId } from '#/kernel/server/new-id.ts'
import { makePayment } from '#/payments/server/factory.ts'
import { pay, saveCard } from '#/payments/server/payer.factory.ts'
import { makePet } from '#/pets/server/factory.ts'
import { makePhoto } from '#/pets/server/photo.factory.ts'
import type { CardEntry } from '#/sitting/card-contract.ts'
import { makeSitter, type SittingInput } from '#/sitting/server/sitter.factory.ts'
import { makeVisit } from './visit.factory.ts'

const world = await openWorld({ DATABASE_POOL: '20' })
const { db, clock } = world
const asha = await world.signUp('asha')
const ravi = await world.signUp('ravi')
const om = await world.signUp('om')
const tara = await world.signUp('tara')
const uma = await world.signUp('uma')
const sitterId = await makeSitter(db, { userId: om.userId, fullName: 'Om Prakash', maxPets: 20 })
await makeSitter(db, { userId: tara.userId, fullName: 'Tara Nair' })
const houseId = await makeSitter(db, {
  userId: uma.userId,
  fullName: 'Uma Iyer',
  nightlyRate: 100_000,
  maxPets: 9,
  noticeMinutes: 0,
})
for (const person of [om, tara, uma])
  await vi.waitUntil(async () => (await person.call.accounts.me()).user?.records['pet_sitter'])
const bruno = await makePet(db, { ownerId: asha.ownerId, name: 'Bruno' })

type Said = CardEntry extends infer Entry
  ? Entry extends CardEntry
    ? Omit<Entry, 'id' | 'age'> & Partial<Pick<CardEntry, 'id' | 'age'>>
    : never
  : never

const minutes = 60_000
const day = '2026-11-02'
const at = (minute: number) => new Date(mondayMorning.getTime() + minute * minutes)
let firstPlace = 0
/** Makes an agreed walk in the first hour of the day, in its own place. */
function walk(rest: Partial<SittingInput> = {}): Promise<string> {
  clock.now = mondayMorning
  firstPlace += 1
  const own = { ownerId: asha.ownerId, sitterId, startsAt: mondayMorning, petIds: [bruno.id], firstPlace }
  return makeVisit(db, { ...own, ...rest })
}
const say = (appointmentId: string, entry: Said, { by = om, on = day } = {}) =>
  by.call.sitting.addToCard({
    appointmentId,
    day: on,
    entry: { id: randomUUID(), age: 0, ...entry } as CardEntry,
  })
const photo = async (appointmentId: string, { by = om, id = randomUUID(), age = 0, on = day } = {}) =>
  by.call.sitting.addCardPhoto({ appointmentId, day: on, id, age, photo: await makePhoto() })
const see = (person: Person, appointmentId: string) => person.call.sitting.visitCards({ appointmentId })
const statusOf = async (id: string) =>
  (await db.selectFrom('appointments').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status
const told = async (person: Person, type: string) => {
  await world.app.jobs.deliverEvents(clock.now)
  const { rows } = await person.call.notifications.list({})
  return rows.filter((one) => one.type === type)
}
const newsOf = async (person: Person, type: string, id: string) =>
  (await told(person, type)).filter(({ metadata }) => metadata?.['appointment_id'] === id)

test('a sitter starts a walk, taps, writes, adds a photo, stops and sends; the owner is told, sees taps and photos at once and the note once it is sent', async () => {
  const id = await walk()
  clock.now = at(2)
  await say(id, { kind: 'start' })
  expect((await see(asha, id)).cards).toMatchObject([
    { day, started: { at: at(2), onPhone: null }, stopped: null, content: { taps: [], photos: [] } },
  ])
  expect(await newsOf(asha, 'visit_started', id)).toMatchObject([
    {
      title: 'Started: Bruno’s dog walk',
      message:
        'Bruno’s dog walk with Om Prakash started on Mon, 2 Nov 2026, 09:02. You’ll see taps and photos as they arrive.',
      href: `/appointments?visit=${id}`,
    },
  ])
  clock.now = at(10)
  await say(id, { kind: 'tap', tap: 'pee', petId: bruno.id })
  const wrong = randomUUID()
  await say(id, { kind: 'tap', tap: 'poo', id: wrong })
  await say(id, { kind: 'undo', tapId: wrong })
  await say(id, { kind: 'tap', tap: 'poo', id: wrong })
  await say(id, { kind: 'note', text: 'He met a cow.' })
  await photo(id)
  const live = {
    taps: [{ kind: 'pee', at: at(10) }],
    photos: [{ width: 40 }],
    note: null,
    noteAt: null,
    route: [],
  }
  expect((await see(asha, id)).cards[0]).toMatchObject({ sentAt: null, content: live })
  clock.now = at(50)
  await expect(say(id, { kind: 'send' })).rejects.toMatchObject({ code: 'sitting.not_stopped' })
  await say(id, { kind: 'stop' })
  expect(await statusOf(id)).toBe('completed')
  expect((await see(asha, id)).cards[0]).toMatchObject({ stopped: { at: at(50) }, content: live })
  expect(await newsOf(asha, 'visit_card', id)).toEqual([])
  clock.now = at(52)
  await say(id, { kind: 'send' })
  const [card] = (await see(asha, id)).cards
  expect(card).toMatchObject({
    sentAt: at(52),
    content: {
      taps: [{ kind: 'pee', petId: bruno.id, at: at(10), onPhone: null }],
      note: 'He met a cow.',
      photos: [{ width: 40, height: 30 }],
      route: [],
    },
  })
  expect((await fetch(world.url + card!.content.photos[0]!.url)).headers.get('content-type')).toBe(
    'image/webp',
  )
  const [news] = await newsOf(asha, 'visit_card', id)
  expect(news).toMatchObject({
    title: 'Visit card: Bruno’s dog walk',
    message: 'Om Prakash sent the card of Mon, 2 Nov 2026, with times, photos and notes.',
    href: `/appointments?visit=${id}`,
  })
  await expect(say(id, { kind: 'tap', tap: 'food' })).rejects.toMatchObject({ code: 'sitting.card_sent' })
  expect(await world.findBrokenInvariants()).toEqual([])
})

test('the card says what was agreed as care, and whom to call to the sitter alone', async () => {
  const id = await walk({ reason: 'He pulls.' })
  await db
    .updateTable('sitting_requests')
    .set({ special_care_instructions: 'A tablet at nine', location: 'Gate 2' })
    .where('id', 'in', db.selectFrom('sitting_details').select('request_id').where('appointment_id', '=', id))
    .execute()
  const [mine, theirs] = [await see(om, id), await see(asha, id)]
  expect(mine).toMatchObject({ side: 'sitter', comment: 'He pulls.', pets: [{ name: 'Bruno' }] })
  expect(mine.facts.map(({ text }) => text)).toEqual([
    'Place: Gate 2',
    'Special care: A tablet at nine',
    'In an emergency: Kavya Verma',
  ])
  expect(theirs).toMatchObject({ side: 'owner', with: 'Om Prakash' })
  expect(JSON.stringify(theirs)).not.toContain('Kavya')
})

test('a visit starts from half an hour before until its end, if it is confirmed and paid', async () => {
  const refused = async (rest: Partial<SittingInput>, minute: number, code: string) => {
    const id = await walk(rest)
    clock.now = at(minute)
    await expect(say(id, { kind: 'start' })).rejects.toMatchObject({ code })
    return id
  }
  await refused({}, -31, 'sitting.too_early')
  await refused({}, 60, 'sitting.visit_over')
  await refused({ status: 'pending' }, 0, 'sitting.called_off')
  await refused({ status: 'cancelled' }, 0, 'sitting.called_off')
  const id = await walk()
  await makePayment(db, {
    appointmentId: id,
    payerUserId: asha.userId,
    payeeUserId: om.userId,
    amount: 160_000,
  })
  await expect(say(id, { kind: 'start' })).rejects.toMatchObject({ code: 'sitting.unpaid' })
  const early = await walk()
  clock.now = at(-30)
  await say(early, { kind: 'start' })
  clock.now = at(-10)
  await say(early, { kind: 'stop' })
  // It was over before its time.
  expect(await statusOf(early)).toBe('completed')
  await expect(say(early, { kind: 'start' }, { on: '2026-11-03' })).rejects.toMatchObject({
    code: 'sitting.wrong_day',
  })
})

test('nobody but that sitter writes to a card, and nobody but the two reads it', async () => {
  const id = await walk()
  await say(id, { kind: 'start' })
  for (const by of [asha, ravi, tara]) {
    await expect(say(id, { kind: 'stop' }, { by })).rejects.toMatchObject({ code: 'request.not_found' })
    await expect(photo(id, { by })).rejects.toMatchObject({ code: 'request.not_found' })
  }
  for (const person of [ravi, tara])
    await expect(see(person, id)).rejects.toMatchObject({ code: 'request.not_found' })
})

test('support reads a card that was never sent, but not the route', async () => {
  const support = await openDesk(world, 'farah', 'support')
  const id = await walk()
  await say(id, { kind: 'start' })
  clock.now = at(10)
  await say(id, { kind: 'tap', tap: 'water' })
  await say(id, { kind: 'route', track: randomUUID(), points: [[0, 12.97, 77.64]] })
  await say(id, { kind: 'stop' })
  expect((await see(om, id)).cards[0]!.content.route).toHaveLength(1)
  const { cards } = await support.call.visitCards({ id })
  expect(cards).toMatchObject([{ day, sentAt: null, content: { taps: [{ kind: 'water' }], route: [] } }])
  const unknown = newId<'appointment'>()
  await expect(support.call.visitCards({ id: unknown })).rejects.toMatchObject({ code: 'request.not_found' })
})

test('what a phone kept without network arrives later, with its own time beside ours, within the visit', async () => {
  const id = await walk()
  clock.now = at(40)
  await say(id, { kind: 'start', age: 35 * minutes })
  await say(id, { kind: 'tap', tap: 'water', age: 20 * minutes })
  await say(id, { kind: 'tap', tap: 'pee', age: 38 * minutes })
  await say(id, { kind: 'tap', tap: 'food', age: 20_000 })
  await photo(id, { age: 10 * minutes })
  // The clock completes it meanwhile.
  clock.now = at(61)
  await world.app.jobs.runSweep('complete-ended-appointments', clock.now)
  clock.now = at(100)
  await say(id, { kind: 'stop', age: 45 * minutes })
  await say(id, { kind: 'send', age: 44 * minutes })
  const [card] = (await see(asha, id)).cards
  expect(card).toMatchObject({
    started: { at: at(40), onPhone: at(5) },
    stopped: { at: at(100), onPhone: at(55) },
    sentAt: at(100),
  })
  expect(card!.content.taps).toMatchObject([
    { kind: 'pee', at: at(40), onPhone: at(5) },
    { kind: 'water', at: at(40), onPhone: at(20) },
    { kind: 'food', at: at(40), onPhone: null },
  ])
  // Another phone kept this from before the card was sent.
  clock.now = at(24 * 60 + 59)
  await say(id, { kind: 'tap', tap: 'poo', age: (24 * 60 + 19) * minutes })
  expect((await see(asha, id)).cards[0]!.content.taps).toHaveLength(4)
  clock.now = at(25 * 60)
  const late = say(id, { kind: 'tap', tap: 'poo', age: (24 * 60 + 19) * minutes })
  await expect(late).rejects.toMatchObject({ code: 'sitting.card_closed' })
  expect(await world.findBrokenInvariants()).toEqual([])
})

test('a start that was kept on the phone while the owner cancelled is refused', async () => {
  const id = await walk({ startsAt: at(20) })
  clock.now = at(10)
  await asha.call.appointments.cancel({ id })
  clock.now = at(15)
  const start = say(id, { kind: 'start', age: 10 * minutes })
  await expect(start).rejects.toMatchObject({ code: 'sitting.called_off' })
})

test('once a visit has started its owner can’t cancel it, and its sitter can’t say that nobody was there', async () => {
  const id = await walk({ startsAt: at(20) })
  clock.now = at(15)
  await say(id, { kind: 'start' })
  await expect(asha.call.appointments.cancel({ id })).rejects.toMatchObject({
    code: 'appointments.under_way',
  })
  clock.now = at(40)
  await expect(om.call.appointments.reportNoShow({ id })).rejects.toMatchObject({
    code: 'appointments.move_not_allowed',
  })
  const request = await db
    .selectFrom('booking_requests as b')
    .innerJoin('sitting_details as d', 'd.request_id', 'b.id')
    .select('b.status')
    .where('d.appointment_id', '=', id)
    .executeTakeFirstOrThrow()
  expect(request.status).toBe('in_progress')
})

test('an owner who reported that nobody came keeps their claim when the visit is stopped', async () => {
  const id = await walk()
  clock.now = at(20)
  await asha.call.appointments.reportAbsence({ id })
  await say(id, { kind: 'start' })
  clock.now = at(50)
  await say(id, { kind: 'stop' })
  expect(await statusOf(id)).toBe('confirmed')
  expect(
    (await asha.call.appointments.appointments({ tab: 'upcoming' })).rows.find((one) => one.id === id),
  ).toMatchObject({
    absenceAnsweredAt: null,
    earlyEndDisputedAt: null,
    startedAt: at(20),
  })
})

test('a stay has a card for each day, and goes on when one is stopped', async () => {
  const id = await walk({ service: 'hostel-checkin', minutes: 3 * 1440 })
  await say(id, { kind: 'start' })
  clock.now = at(1440)
  const next = { on: '2026-11-03' }
  await expect(say(id, { kind: 'start' }, next)).rejects.toMatchObject({ code: 'sitting.other_day_open' })
  await say(id, { kind: 'stop' })
  await say(id, { kind: 'start' }, next)
  await expect(say(id, { kind: 'start' })).resolves.toEqual({ done: true })
  expect((await see(om, id)).cards.map((card) => card.day)).toEqual(['2026-11-03', '2026-11-02'])
  expect(await statusOf(id)).toBe('confirmed')
  await photo(id, next)
  await say(id, { kind: 'stop' }, next)
  await say(id, { kind: 'send' }, next)
  expect((await newsOf(asha, 'visit_card', id))[0]!.href).toBe(`/appointments?visit=${id}&day=2026-11-03`)
  // The first day's card closes a day after that day.
  clock.now = new Date('2026-11-03T18:30:00Z')
  await expect(photo(id)).rejects.toMatchObject({ code: 'sitting.card_closed' })
  expect((await see(asha, id)).cards[1]!.content).toMatchObject({ taps: [] })
  expect(await world.findBrokenInvariants()).toEqual([])
})

test('notices about a missed stay name both of its ends', async () => {
  const id = await walk({ service: 'hostel-checkin', minutes: 3 * 1440 })
  await db.updateTable('appointments').set({ nights: 3 }).where('id', '=', id).execute()
  clock.now = at(20)
  await asha.call.appointments.reportAbsence({ id })
  const ends = /from Mon, 2 Nov 2026, 09:00 to Thu, 5 Nov 2026, 09:00/
  for (const person of [asha, om])
    expect((await newsOf(person, 'appointment_no_show', id))[0]!.message).toMatch(ends)
})

test('a card takes six pictures, no other files, and keeps one once it is sent', async () => {
  const id = await walk()
  await say(id, { kind: 'start' })
  const ids = Array.from({ length: 6 }, () => randomUUID())
  for (const one of ids) await photo(id, { id: one })
  await photo(id, { id: ids[0]! })
  await expect(photo(id)).rejects.toMatchObject({ code: 'sitting.too_many_card_photos' })
  const pdf = new File(['%PDF-1.4'], 'a.pdf', { type: 'application/pdf' })
  const file = om.call.sitting.addCardPhoto({ appointmentId: id, day, id: randomUUID(), age: 0, photo: pdf })
  await expect(file).rejects.toMatchObject({
    code: expect.stringMatching(/^document\.|^sitting\.pictures_only/),
  })
  const uploads = () =>
    db.selectFrom('uploads').select('user_id').where('user_id', '=', asha.userId).execute()
  const before = (await uploads()).length
  await say(id, { kind: 'photo_removal', photoId: ids[0]! })
  await photo(id, { id: ids[0]! })
  expect((await uploads()).length).toBe(before - 1)
  clock.now = at(30)
  await say(id, { kind: 'stop' })
  await say(id, { kind: 'send' })
  for (const one of ids) await say(id, { kind: 'photo_removal', photoId: one, age: 5 * minutes })
  expect((await see(asha, id)).cards[0]!.content.photos).toHaveLength(1)
  expect(await world.findBrokenInvariants()).toEqual([])
})

test('when the owner cancels while the sitter starts, one of them wins and the money is right', async () => {
  const { bank } = await world.sandbox()
  const settle = async () => {
    for (let delivered = 1; delivered > 0; ) {
      await bank.pump()
      delivered = await world.app.jobs.deliverEvents(clock.now)
    }
  }
  clock.now = mondayMorning
  const method = await saveCard(world, ravi)
  for (let round = 0; round < 4; round++) {
    clock.now = mondayMorning
    const { requests } = await ravi.call.sitting.request({
      service: 'hostel-checkin',
      startDate: day,
      endDate: '2026-11-04',
      startTime: '11:00',
      sitters: [{ id: houseId }],
      petIds: [(await makePet(db, { ownerId: ravi.ownerId })).id],
      getsAlong: true,
      emergencyName: 'Kavya Verma',
      emergencyPhone: '+919810012345',
      disclaimerAccepted: true,
      paymentMethodId: method,
    })
    const { id } = requests[0]!
    await uma.call.appointments.accept({ id })
    const { payment } = (await ravi.call.appointments.appointments({ tab: 'upcoming' })).rows.find(
      (one) => one.id === id,
    )!
    await pay(world, ravi, payment!.id)
    await settle()
    clock.now = at(100)
    const starts = () => say(id, { kind: 'start' }, { by: uma })
    const cancels = () => ravi.call.appointments.cancel({ id })
    const isStartFirst = round % 2 === 0
    const both = await Promise.allSettled(
      (isStartFirst ? [starts, cancels] : [cancels, starts]).map((race) => race()),
    )
    const [start, cancel] = (isStartFirst ? both : both.toReversed()) as [(typeof both)[0], (typeof both)[0]]
    await settle()
    const row = await db
      .selectFrom('appointments')
      .select(['status', 'started_at', sql<number>`refunded_in_time(${payment!.id})`.as('refunded')])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    if (start.status === 'fulfilled') {
      expect(cancel).toMatchObject({ reason: { code: 'appointments.under_way' } })
      expect(row).toEqual({ status: 'confirmed', started_at: at(100), refunded: 0 })
    } else {
      expect(start.reason).toMatchObject({ code: 'sitting.called_off' })
      expect(cancel.status).toBe('fulfilled')
      expect(row).toEqual({ status: 'cancelled', started_at: null, refunded: 100_000 })
    }
  }
  expect(await world.findBrokenInvariants()).toEqual([])
})

test('two phones on one card make one start, each tap once, one stop and one message', async () => {
  const id = await walk()
  const both = (entry: () => Said) => Promise.all([say(id, entry()), say(id, entry())])
  await both(() => ({ kind: 'start' }))
  const shared = randomUUID()
  await both(() => ({ kind: 'tap', tap: 'pee', id: shared }))
  await both(() => ({ kind: 'tap', tap: 'water' }))
  await Promise.all([photo(id), photo(id)])
  clock.now = at(30)
  await both(() => ({ kind: 'stop' }))
  await both(() => ({ kind: 'send' }))
  const { cards } = await see(asha, id)
  expect(cards).toHaveLength(1)
  expect(cards[0]!.content.taps.map(({ kind }) => kind).toSorted()).toEqual(['pee', 'water', 'water'])
  expect(await newsOf(asha, 'visit_card', id)).toHaveLength(1)
  expect(await world.findBrokenInvariants()).toEqual([])
})

test('an owner is told once about a visit that hasn’t started after a quarter of an hour, and when it does', async () => {
  const [id, started, cancelled] = [await walk(), await walk(), await walk({ status: 'cancelled' })]
  const short = await walk()
  clock.now = at(14)
  await say(started, { kind: 'start' })
  const sweep = () => world.app.jobs.runSweep('tell-of-late-sitters', clock.now)
  await sweep()
  expect(await newsOf(asha, 'sitting_late', id)).toEqual([])
  clock.now = at(15)
  await Promise.all([sweep(), sweep()])
  await sweep()
  const [late, ...more] = await newsOf(asha, 'sitting_late', id)
  expect(more).toEqual([])
  expect(late).toMatchObject({ title: 'Not started yet: Bruno’s dog walk' })
  expect(late!.message).toContain(
    'It was due to begin on Mon, 2 Nov 2026, 09:00, but Om Prakash hasn’t started it.',
  )
  for (const other of [started, cancelled]) expect(await newsOf(asha, 'sitting_late', other)).toEqual([])
  clock.now = at(21)
  await say(id, { kind: 'start' })
  expect((await newsOf(asha, 'sitting_late', id)).map(({ message }) => message)).toContain(
    'Bruno’s dog walk with Om Prakash started on Mon, 2 Nov 2026, 09:21. You’ll see taps and photos as they arrive.',
  )
  expect(await newsOf(asha, 'visit_started', id)).toEqual([])
  // The phone had no network before.
  await say(short, { kind: 'start', age: 5 * minutes })
  await say(short, { kind: 'stop' })
  expect((await newsOf(asha, 'sitting_late', short)).map(({ message }) => message)).toContain(
    'Bruno’s dog walk with Om Prakash started on Mon, 2 Nov 2026, 09:16 and ended on Mon, 2 Nov 2026, 09:21. Its card shows the taps and photos.',
  )
})

test('a route is kept on walks alone, shown after the stop, and deleted on wish or after thirty days', async () => {
  const id = await walk()
  await say(id, { kind: 'start' })
  const track = randomUUID()
  clock.now = at(10)
  const part = {
    kind: 'route' as const,
    id: randomUUID(),
    track,
    points: [
      [9 * minutes, 12.97, 77.64],
      [5 * minutes, 12.971, 77.64],
      [30 * minutes, 12.9, 77.6],
    ] as [number, number, number][],
  }
  await say(id, part)
  await say(id, part)
  expect((await see(om, id)).cards[0]!.content.route).toEqual([])
  await photo(id)
  await say(id, { kind: 'stop' })
  const route = [
    [
      [at(1).getTime(), 12.97, 77.64],
      [at(5).getTime(), 12.971, 77.64],
    ],
  ]
  expect((await see(om, id)).cards[0]!.content.route).toEqual(route)
  expect((await see(asha, id)).cards[0]!.content.route).toEqual([])
  await say(id, { kind: 'send' })
  expect((await see(asha, id)).cards[0]!.content.route).toEqual(route)
  clock.now = new Date(mondayMorning.getTime() + 30 * DAY)
  await world.app.jobs.runSweep('forget-old-routes', clock.now)
  expect((await see(asha, id)).cards[0]!.content.route).toEqual(route)
  clock.now = new Date(clock.now.getTime() + 11 * minutes)
  await world.app.jobs.runSweep('forget-old-routes', clock.now)
  expect((await see(asha, id)).cards[0]!.content.route).toEqual([])

  const other = await walk()
  await say(other, { kind: 'start' })
  await say(other, { ...part, points: [[0, 12.97, 77.64]] })
  await say(other, { kind: 'route_removal' })
  await say(other, { ...part, points: [[0, 12.97, 77.64]], id: randomUUID() })
  await say(other, { kind: 'stop' })
  expect((await see(om, other)).cards[0]!.content.route).toEqual([])
  const dayCare = await walk({ service: 'day-care' })
  await say(dayCare, { kind: 'start' })
  await expect(say(dayCare, part)).rejects.toMatchObject({ code: 'sitting.route_of_walks' })
  expect(await world.findBrokenInvariants()).toEqual([])
})

test('an owner who blocked the sitter sees times and taps, but not the words and photos that came later', async () => {
  const id = await walk({ ownerId: ravi.ownerId, petIds: [] })
  await say(id, { kind: 'start' })
  await say(id, { kind: 'tap', tap: 'pee' })
  await say(id, { kind: 'note', text: 'Rude words' })
  await photo(id)
  await db
    .insertInto('message_blocks')
    .values({
      blocker_id: ravi.userId,
      blocked_id: om.userId,
      blocked_name: 'Om',
      pet_names: '{}',
      created_at: clock.now,
    })
    .execute()
  expect((await see(ravi, id)).cards[0]!.content).toMatchObject({ note: null, photos: [] })
  clock.now = at(20)
  await say(id, { kind: 'stop' })
  await say(id, { kind: 'send' })
  expect((await see(ravi, id)).cards[0]!.content).toMatchObject({
    taps: [{ kind: 'pee' }],
    note: null,
    photos: [],
  })
  expect(await newsOf(ravi, 'visit_card', id)).toEqual([])
})

test('after a block nothing new reaches the owner through a card that was sent before', async () => {
  const id = await walk({ ownerId: tara.ownerId, petIds: [] })
  await say(id, { kind: 'start' })
  await say(id, { kind: 'note', text: 'All good' })
  await photo(id)
  clock.now = at(20)
  await say(id, { kind: 'stop' })
  await say(id, { kind: 'send' })
  clock.now = at(25)
  await db
    .insertInto('message_blocks')
    .values({
      blocker_id: tara.userId,
      blocked_id: om.userId,
      blocked_name: 'Om',
      pet_names: '{}',
      created_at: clock.now,
    })
    .execute()
  expect((await see(tara, id)).cards[0]!.content).toMatchObject({ note: 'All good', photos: [{}] })
  clock.now = at(30)
  const early = 11 * minutes
  await photo(id, { age: early })
  await say(id, { kind: 'note', text: 'Rude words', age: early })
  expect((await see(om, id)).cards[0]!.content).toMatchObject({ note: 'Rude words', photos: [{}, {}] })
  const { content } = (await see(tara, id)).cards[0]!
  expect(content).toMatchObject({ note: null })
  expect(content.photos).toHaveLength(1)
})

test('if the sitter comes after the first claim and leaves early, the owner can claim a second time, but not a third', async () => {
  const claim = (id: string) => asha.call.appointments.reportAbsence({ id })
  const late = async () => {
    const id = await walk({ startsAt: at(20) })
    clock.now = at(36)
    await claim(id)
    clock.now = at(40)
    await say(id, { kind: 'start' })
    clock.now = at(43)
    await say(id, { kind: 'stop' })
    // The first claim waits for its answer.
    await expect(claim(id)).rejects.toMatchObject({ status: 409 })
    await om.call.appointments.denyAbsence({ id })
    return id
  }
  const answered = await late()
  await claim(answered)
  expect((await told(om, 'appointment_no_show'))[0]).toMatchObject({ title: 'The owner says you left early' })
  const { rows } = await asha.call.appointments.history({ id: answered })
  expect(rows.filter(({ what }) => what === 'absence_reported')).toHaveLength(2)
  await om.call.appointments.denyAbsence({ id: answered })
  await expect(claim(answered)).rejects.toMatchObject({ status: 409 })
  await expect(om.call.appointments.reportNoShow({ id: answered })).rejects.toMatchObject({ status: 409 })
  expect(await statusOf(answered)).toBe('completed')
  // Without an answer to the second claim, the booking is cancelled as usual.
  const silent = await late()
  await claim(silent)
  clock.now = new Date(clock.now.getTime() + DAY)
  await world.app.jobs.runSweep('give-up-absent-appointments', clock.now)
  expect(await statusOf(silent)).toBe('cancelled')
  expect(await world.findBrokenInvariants()).toEqual([])
})

test('a visit stopped before half of its time can be claimed at once, also before it should begin, and is answered as ever', async () => {
  const claim = async (startAt: number, stopAt: number, age = 0) => {
    const id = await walk({ startsAt: at(20) })
    clock.now = at(startAt)
    await say(id, { kind: 'start' })
    clock.now = at(stopAt)
    await say(id, { kind: 'stop', age })
    await asha.call.appointments.reportAbsence({ id })
    return id
  }
  const early = await claim(0, 1)
  expect(await statusOf(early)).toBe('completed')
  expect((await told(om, 'appointment_no_show'))[0]).toMatchObject({ title: 'The owner says you left early' })
  await om.call.appointments.denyAbsence({ id: early })
  expect(await statusOf(early)).toBe('completed')
  const short = await claim(20, 22)
  expect(await statusOf(short)).toBe('completed')
  await om.call.appointments.concedeAbsence({ id: short })
  expect(await statusOf(short)).toBe('cancelled')
  // The phone says when it was tapped, also if that arrives later.
  await claim(20, 34, 13 * minutes)
  // An hour's walk, stopped after half of it; the owner has other remedies, from a quarter of an hour after its start.
  const long = await walk({ startsAt: at(20) })
  clock.now = at(20)
  await say(long, { kind: 'start' })
  expect((await see(asha, long)).cards).toHaveLength(1)
  clock.now = at(33)
  await expect(asha.call.appointments.reportAbsence({ id: long })).rejects.toMatchObject({ status: 409 })
  await say(long, { kind: 'stop' })
  await asha.call.appointments.reportAbsence({ id: long })
  expect(await world.findBrokenInvariants()).toEqual([])
})

test('the card shows its sitter the pets’ own care notes, from acceptance until 14 days after the end', async () => {
  const moti = await makePet(db, {
    ownerId: asha.ownerId,
    name: 'Moti',
    facts: { allergies: 'Chicken', medicines: 'Half a tablet at noon', feeding_notes: 'Twice a day' },
  })
  const id = await walk({ petIds: [moti.id, bruno.id] })
  // Each pet takes one of the sitter's places.
  firstPlace += 1
  const careFor = async (person: Person) => (await see(person, id)).petCare
  const care = await careFor(om)
  expect(care).toMatchObject([
    { name: 'Moti', allergies: 'Chicken', medicines: 'Half a tablet at noon', feedingNotes: 'Twice a day' },
    { name: 'Bruno' },
  ])
  expect(JSON.stringify(care)).not.toMatch(/microchip|insurance|vaccination/i)
  // An owner reads the pet's own page, and another sitter finds no card at all.
  expect(await careFor(asha)).toEqual([])
  await expect(see(tara, id)).rejects.toMatchObject({ code: 'request.not_found' })
  const day = 24 * 60
  clock.now = at(60 + 14 * day)
  expect(await careFor(om)).toHaveLength(2)
  clock.now = at(61 + 14 * day)
  expect(await careFor(om)).toEqual([])
})

test.each(['pending', 'declined', 'cancelled', 'expired'] as const)(
  'a sitter reads no care notes of pets whose booking is %s',
  async (status) => {
    const id = await walk()
    // A pending request takes no time in the calendar.
    await db
      .updateTable('appointments')
      .set({ status, ...(status === 'pending' && { takes_time: false }) })
      .where('id', '=', id)
      .execute()
    expect(await see(om, id)).toMatchObject({ petCare: [] })
    if (status === 'pending') await db.deleteFrom('appointments').where('id', '=', id).execute()
  },
)

test('each entry has both sides’ open pages ask again, and a start that arrives after the stop tells nobody', async () => {
  const id = await walk()
  const heard: string[] = []
  const listener = await openListener(world.databaseUrl, ['live'], createLog('silent'))
  listener.on('live', (payload) => heard.push(payload))
  onTestFinished(() => listener.close())
  clock.now = at(30)
  await say(id, { kind: 'start', age: 20 * minutes })
  await say(id, { kind: 'tap', tap: 'pee', age: 15 * minutes })
  await say(id, { kind: 'stop', age: 5 * minutes })
  expect(await newsOf(asha, 'visit_started', id)).toEqual([])
  await vi.waitFor(() => {
    for (const { userId } of [asha, om]) expect(heard).toContain(`${userId} appointments`)
  })
})

import { sql } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'
import { mondayMorning, openWorld } from '#/app/testing/world.ts'
import { DAY } from '#/kernel/duration.ts'
import { makePdf } from '#/kernel/server/document.factory.ts'
import { textOfPdf } from '#/kernel/server/pdf.factory.ts'
import { makePet } from '#/pets/server/factory.ts'
import { makeVet } from '#/veterinary/server/factory.ts'
import { examination, makeVisit } from './visit.factory.ts'

const world = await openWorld()
const { db } = world
const [asha, ravi, meera, kabir] = await Promise.all(['asha', 'ravi', 'meera', 'kabir'].map(world.signUp))
await makeVet(db, { userId: meera!.userId, fullName: 'Meera Iyer', licenseId: 'KVC/2211' })
await vi.waitUntil(async () => (await meera!.call.accounts.me()).user?.records['veterinary_doctor'])
const days = (count: number) => new Date(mondayMorning.getTime() + count * DAY)
const deliver = () => world.app.jobs.deliverEvents(world.clock.now)
afterEach(() => {
  world.clock.now = mondayMorning
})

const pdf = (name: string) => new File([new Uint8Array(makePdf())], name, { type: 'application/pdf' })

/** Makes a visit with a signed note. */
async function signedNote(content = {}, visit = {}) {
  const made = await makeVisit(db, asha!, meera!, visit)
  const { id } = await meera!.call.care.addNote({
    bookingId: made.bookingId,
    petId: made.petId,
    ...examination,
    ...content,
  })
  await meera!.call.care.sign({ id, seen: 1 })
  return { ...made, id }
}

test('a note is its author’s alone until it is signed, and then its owner’s too', async () => {
  const { petId, bookingId } = await makeVisit(db, asha!, meera!)
  const { id } = await meera!.call.care.addNote({
    bookingId,
    petId,
    ...examination,
    files: [pdf('x-ray.pdf')],
  })
  const draft = await meera!.call.care.note({ id })
  expect(draft).toMatchObject({
    state: 'draft',
    happenedOn: '2026-11-01',
    by: { side: 'provider', name: 'Dr. Meera Iyer', trade: 'veterinary', registrationNumber: null },
    temperatureC: 38.6,
    may: { change: true, sign: true, addAddendum: false, share: false },
  })
  await expect(asha!.call.care.note({ id })).rejects.toMatchObject({ code: 'request.not_found' })
  expect((await asha!.call.care.notes({ id: petId })).rows).toEqual([])
  expect(await asha!.call.care.ofBookings({ bookingIds: [bookingId] })).toMatchObject({ notes: [] })
  expect(await meera!.call.care.ofBookings({ bookingIds: [bookingId] })).toMatchObject({
    notes: [{ bookingId, petId, noteId: id, isSigned: false }],
  })

  world.clock.now = days(1)
  await meera!.call.care.sign({ id, seen: 1 })
  const signed = await asha!.call.care.note({ id })
  expect(signed).toMatchObject({
    state: 'signed',
    signedAt: days(1),
    by: { name: 'Dr. Meera Iyer', registrationNumber: 'KVC/2211' },
    validUntil: '2027-05-03',
    may: { change: false, sign: false, addAddendum: false, share: true },
  })
  expect(signed.files).toMatchObject([{ name: 'x-ray.pdf' }])
  expect((await fetch(world.url + signed.files[0]!.url)).status).toBe(200)
  expect((await asha!.call.care.notes({ id: petId })).rows).toMatchObject([
    { id, excerpt: examination.assessment, medicines: 1, vaccinations: ['Rabies'], files: 1 },
  ])
  expect(await asha!.call.care.ofBookings({ bookingIds: [bookingId] })).toMatchObject({
    notes: [{ bookingId, petId, noteId: id, isSigned: true }],
  })
})

test('signing gives the pet its weight and vaccination, and the medicines become a prescription, once', async () => {
  const { petId, id } = await signedNote({ validMonths: 12 })
  const pet = await asha!.call.pets.get({ id: petId })
  expect(pet.sizeLbs).toBe(26.5)
  expect(pet.vaccinations).toMatchObject([{ name: 'Rabies', nextDueOn: '2027-11-01', noteId: id }])
  const prescriptions = await db.selectFrom('prescriptions').selectAll().where('note_id', '=', id).execute()
  expect(prescriptions).toMatchObject([{ pet_id: petId, issued_on: '2026-11-02', valid_until: '2027-11-02' }])
  const lines = await db
    .selectFrom('prescription_lines')
    .selectAll()
    .where('prescription_id', '=', prescriptions[0]!.id)
    .execute()
  expect(lines).toMatchObject([
    { name: 'Cetirizine', strength: '10 mg', dose: '1 tablet', days: 7, refills: 0 },
  ])
  expect(await asha!.call.care.pet({ id: petId })).toMatchObject({
    isOwn: true,
    due: [{ name: 'Rabies', dueOn: '2027-11-01' }],
    visits: [],
  })

  await deliver()
  const told = async () =>
    (await asha!.call.notifications.list({})).rows.filter(({ title }) => title === 'Visit note for Bruno')
  const href = `/dashboard/pet-visit-notes?note=${id}`
  expect((await told()).filter((one) => one.href === href)).toHaveLength(1)
})

test('signing an earlier visit later keeps the later visit’s weight', async () => {
  const { petId } = await signedNote({ weightLbs: 30 })
  await signedNote({ weightLbs: 20, vaccinations: [] }, { petId, startsAt: new Date('2026-10-20T05:00:00Z') })
  expect((await asha!.call.pets.get({ id: petId })).sizeLbs).toBe(30)
})

test('a vaccination that the owner had already added isn’t duplicated and keeps the owner’s details', async () => {
  const { petId, bookingId } = await makeVisit(db, asha!, meera!)
  await asha!.call.pets.addVaccination({
    petId,
    name: 'rabies',
    givenOn: '2026-11-01',
    certificate: pdf('c.pdf'),
  })
  const { id } = await meera!.call.care.addNote({ bookingId, petId, ...examination })
  await meera!.call.care.sign({ id, seen: 1 })
  const { vaccinations } = await asha!.call.pets.get({ id: petId })
  expect(vaccinations).toMatchObject([
    { name: 'rabies', nextDueOn: '2027-11-01', certificate: { name: 'c.pdf' }, noteId: id },
  ])
})

test('a signed note never changes: not by its author, its owner or in the database', async () => {
  const { id, bookingId, petId } = await signedNote()
  const refused = (call: Promise<unknown>, code: string) => expect(call).rejects.toMatchObject({ code })
  await refused(meera!.call.care.changeNote({ id, seen: 1, ...examination, plan: 'Other' }), 'care.signed')
  await refused(meera!.call.care.sign({ id, seen: 1 }), 'care.signed')
  await refused(meera!.call.care.removeNote({ id }), 'care.signed')
  await refused(asha!.call.care.removeNote({ id }), 'request.not_found')
  await refused(meera!.call.care.addNote({ bookingId, petId, ...examination }), 'care.note_exists')
  await meera!.call.care.addAddendum({ id, text: 'The owner called.' })
  for (const change of [
    sql`update visit_notes set plan = 'Other' where id = ${id}`,
    sql`update visit_notes set signed_at = null, signed_name = null where id = ${id}`,
    sql`update visit_notes set signed_name = 'Dr. Evil' where id = ${id}`,
    sql`update visit_notes set signed_name = 'Former user', registration_number = 'X' where id = ${id}`,
    sql`delete from visit_notes where id = ${id}`,
    sql`update visit_note_medicines set dose = '9' where note_id = ${id}`,
    sql`delete from visit_note_medicines where note_id = ${id}`,
    sql`insert into visit_note_medicines (note_id, position, name, dose, how_often) values (${id}, 9, 'a', 'b', 'c')`,
    sql`delete from visit_note_vaccinations where note_id = ${id}`,
    sql`insert into visit_note_files (upload_id, note_id, position) select id, ${id}, 6 from uploads limit 1`,
    sql`update visit_note_addenda set text = 'Nothing' where note_id = ${id}`,
    sql`delete from visit_note_addenda where note_id = ${id}`,
  ])
    await expect(change.execute(db)).rejects.toMatchObject({ constraint: 'care.signed' })
})

test('an addendum is dated, comes last, and its owner is notified', async () => {
  const { id } = await signedNote()
  world.clock.now = days(3)
  await meera!.call.care.addAddendum({ id, text: 'Blood values are back: all fine.' })
  world.clock.now = days(4)
  await meera!.call.care.addAddendum({ id, text: 'No further visit needed.' })
  expect((await asha!.call.care.note({ id })).addenda).toMatchObject([
    { text: 'Blood values are back: all fine.', at: days(3) },
    { text: 'No further visit needed.', at: days(4) },
  ])
  await deliver()
  const { rows } = await asha!.call.notifications.list({})
  const href = `/dashboard/pet-visit-notes?note=${id}`
  expect(rows.filter((one) => one.href === href).map(({ title }) => title)).toEqual([
    'Addendum to Bruno’s visit note',
    'Addendum to Bruno’s visit note',
    'Visit note for Bruno',
  ])
  const { bookingId, petId } = await makeVisit(db, asha!, meera!, {
    startsAt: new Date('2026-10-30T05:00:00Z'),
  })
  const draft = await meera!.call.care.addNote({ bookingId, petId, ...examination })
  await expect(meera!.call.care.addAddendum({ id: draft.id, text: 'Too soon' })).rejects.toMatchObject({
    code: 'care.not_signed',
  })
})

test('two signatures and a change at once: one succeeds, and the signed text is the one that was read', async () => {
  for (let round = 0; round < 5; round++) {
    const startsAt = new Date(Date.UTC(2026, 8, 1 + round, 5))
    const { bookingId, petId } = await makeVisit(db, asha!, meera!, { startsAt })
    const { id } = await meera!.call.care.addNote({ bookingId, petId, ...examination })
    const outcomes = await Promise.allSettled([
      meera!.call.care.sign({ id, seen: 1 }),
      meera!.call.care.changeNote({ id, seen: 1, ...examination, plan: 'Changed', medicines: [] }),
      meera!.call.care.sign({ id, seen: 1 }),
      meera!.call.care.sign({ id, seen: 1 }),
    ])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const codes = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []))
    for (const code of codes) expect(['care.signed', 'care.changed_meanwhile']).toContain(code)
    const note = await meera!.call.care.note({ id })
    const isChanged = outcomes[1]!.status === 'fulfilled'
    expect(note).toMatchObject(
      isChanged
        ? { state: 'draft', plan: 'Changed', medicines: [], version: 2 }
        : { state: 'signed', plan: examination.plan, medicines: [{ name: 'Cetirizine' }] },
    )
    const { vaccinations } = await asha!.call.pets.get({ id: petId })
    expect(vaccinations).toHaveLength(isChanged ? 0 : 1)
  }
})

test('two simultaneous notes on one visit leave one', async () => {
  const { bookingId, petId } = await makeVisit(db, asha!, meera!, {
    startsAt: new Date('2026-09-20T05:00:00Z'),
  })
  const add = () => meera!.call.care.addNote({ bookingId, petId, ...examination })
  const outcomes = await Promise.allSettled([add(), add(), add()])
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const one of outcomes) if (one.status === 'rejected') expect(one.reason.code).toBe('care.note_exists')
})

test('of two tabs with one draft, the second to save is refused, and the first’s text stays', async () => {
  const { bookingId, petId } = await makeVisit(db, asha!, meera!, {
    startsAt: new Date('2026-09-22T05:00:00Z'),
  })
  const { id } = await meera!.call.care.addNote({
    bookingId,
    petId,
    type: 'note',
    files: [pdf('a.pdf'), pdf('b.pdf')],
  })
  const { files } = await meera!.call.care.note({ id })
  const saved = await meera!.call.care.changeNote({
    id,
    seen: 1,
    ...examination,
    plan: 'First',
    keepFiles: [files[1]!.id],
    files: [pdf('c.pdf')],
  })
  expect(saved).toEqual({ version: 2 })
  await expect(
    meera!.call.care.changeNote({ id, seen: 1, ...examination, plan: 'Second' }),
  ).rejects.toMatchObject({ code: 'care.changed_meanwhile' })
  await expect(meera!.call.care.sign({ id, seen: 1 })).rejects.toMatchObject({
    code: 'care.changed_meanwhile',
  })
  const note = await meera!.call.care.note({ id })
  expect(note).toMatchObject({ plan: 'First' })
  expect(note.files.map(({ name }) => name).sort()).toEqual(['b.pdf', 'c.pdf'])
  const left = await db.selectFrom('uploads').select('id').where('id', '=', files[0]!.id).execute()
  expect(left).toEqual([])
  await expect(
    meera!.call.care.changeNote({
      id,
      seen: 2,
      ...examination,
      keepFiles: note.files.map((file) => file.id),
      files: ['d', 'e', 'f', 'g', 'h'].map((name) => pdf(`${name}.pdf`)),
    }),
  ).rejects.toMatchObject({ code: 'care.too_many_files' })
})

test('a note is of a visit that has begun and was not called off, and needs a plan to be signed', async () => {
  const refused = (call: Promise<unknown>, code: string) => expect(call).rejects.toMatchObject({ code })
  const add = (visit: { bookingId: string; petId: string }, content: object = examination) =>
    meera!.call.care.addNote({ bookingId: visit.bookingId, petId: visit.petId, ...examination, ...content })
  const later = await makeVisit(db, asha!, meera!, { status: 'confirmed', startsAt: days(1) })
  await refused(add(later), 'care.not_writable')
  for (const status of ['pending', 'cancelled', 'declined', 'no_show'] as const) {
    const visit = await makeVisit(db, asha!, meera!, {
      status,
      startsAt: new Date('2026-08-01T05:00:00Z'),
    })
    await refused(add(visit), 'care.not_writable')
  }
  world.clock.now = days(1.02)
  const { id } = await add(later, { plan: ' ' })
  await refused(meera!.call.care.sign({ id, seen: 1 }), 'care.plan_missing')
  await meera!.call.care.changeNote({ id, seen: 1, ...examination })
  await meera!.call.appointments.reportNoShow({ id: later.bookingId })
  await refused(meera!.call.care.sign({ id, seen: 2 }), 'care.not_writable')
  await meera!.call.care.removeNote({ id })
  await refused(meera!.call.care.note({ id }), 'request.not_found')

  const visit = await makeVisit(db, asha!, meera!, { startsAt: new Date('2026-08-11T05:00:00Z') })
  await refused(add(visit, { followUpOn: '2026-08-10' }), 'care.follow_up_before_visit')
  const shot = (givenOn: string, nextDueOn: string) => ({
    vaccinations: [{ name: 'Rabies', givenOn, nextDueOn }],
  })
  await refused(add(visit, shot('2026-08-11', '2026-08-11')), 'care.due_before_given')
  await refused(add(visit, shot('2026-12-24', '2027-08-11')), 'care.day_in_future')
})

test('only the booking’s provider writes, signs and adds addenda', async () => {
  const { bookingId, petId } = await makeVisit(db, asha!, meera!, {
    startsAt: new Date('2026-08-20T05:00:00Z'),
  })
  await makeVisit(db, ravi!, kabir!, { startsAt: new Date('2026-08-20T05:00:00Z') })
  const { id } = await meera!.call.care.addNote({ bookingId, petId, ...examination })
  for (const who of [asha!, ravi!, kabir!]) {
    const refused = (call: Promise<unknown>) =>
      expect(call, who.email).rejects.toMatchObject({ code: 'request.not_found' })
    await refused(who.call.care.addNote({ bookingId, petId, ...examination }))
    await refused(who.call.care.changeNote({ id, seen: 1, ...examination }))
    await refused(who.call.care.sign({ id, seen: 1 }))
    await refused(who.call.care.addAddendum({ id, text: 'Mine' }))
    await refused(
      who.call.care.changeOwnNote({ id, seen: 1, type: 'note', happenedOn: '2026-08-20', text: 'a' }),
    )
    await refused(who.call.care.removeNote({ id }))
    await refused(who.call.care.note({ id }))
    if (who !== asha) await refused(who.call.care.notes({ id: petId }))
    if (who !== asha) await refused(who.call.care.pet({ id: petId }))
  }
  // A vet without a verified record can't write.
  await db
    .updateTable('veterinary_doctors')
    .set({ verification_status: 'rejected' })
    .where('user_id', '=', meera!.userId)
    .execute()
  const answer = () =>
    meera!.call.care.changeNote({ id, seen: 1, ...examination }).then(
      () => '',
      ({ code }) => code,
    )
  await expect.poll(answer).toBe('request.not_found')
  await db
    .updateTable('veterinary_doctors')
    .set({ verification_status: 'verified' })
    .where('user_id', '=', meera!.userId)
    .execute()
  // Wait until the process has noticed: the next test needs her as a vet.
  await expect.poll(answer).not.toBe('request.not_found')
})

test('another vet reads signed notes from accepting a booking until 14 days after it, and no drafts', async () => {
  const { petId, id } = await signedNote({}, { startsAt: new Date('2026-08-24T05:00:00Z') })
  const open = await makeVisit(db, asha!, meera!, { petId, startsAt: new Date('2026-08-25T05:00:00Z') })
  const draft = await meera!.call.care.addNote({ bookingId: open.bookingId, petId, ...examination })
  const own = await asha!.call.care.addOwnNote({
    petId,
    type: 'note',
    happenedOn: '2026-08-01',
    text: 'From Delhi',
  })
  await expect(kabir!.call.care.notes({ id: petId })).rejects.toMatchObject({ code: 'request.not_found' })
  const pending = await makeVisit(db, asha!, kabir!, { petId, status: 'pending', startsAt: days(2) })
  await expect(kabir!.call.care.notes({ id: petId })).rejects.toMatchObject({ code: 'request.not_found' })
  await kabir!.call.appointments.accept({ id: pending.bookingId })
  const seen = async () => (await kabir!.call.care.notes({ id: petId })).rows.map((row) => row.id)
  expect(await seen()).toEqual([id, own.id])
  expect(await kabir!.call.care.note({ id })).toMatchObject({
    may: { change: false, sign: false, addAddendum: false, share: false },
  })
  await expect(kabir!.call.care.note({ id: draft.id })).rejects.toMatchObject({ code: 'request.not_found' })
  expect((await kabir!.call.care.patients({})).rows).toMatchObject([{ id: petId, ownerName: 'asha' }, {}])
  expect((await kabir!.call.care.pet({ id: petId })).due).toHaveLength(1)
  world.clock.now = days(16)
  expect(await seen()).toEqual([id, own.id])
  world.clock.now = days(16.1)
  expect(await seen()).toEqual([])
  expect(await kabir!.call.care.pet({ id: petId })).toMatchObject({ due: [] })
  await expect(kabir!.call.care.note({ id })).rejects.toMatchObject({ code: 'request.not_found' })
  world.clock.now = days(300)
  expect((await meera!.call.care.notes({ id: petId })).rows.map((row) => row.id)).toEqual([draft.id, id])
})

test('an owner keeps notes and old papers of their own, changes them and takes them away', async () => {
  const { id: petId } = await makePet(db, { ownerId: ravi!.ownerId, name: 'Tiger' })
  const { id } = await ravi!.call.care.addOwnNote({
    petId,
    type: 'vaccination',
    happenedOn: '2024-02-01',
    text: 'Booklet of the first year',
    files: [pdf('booklet.pdf')],
  })
  expect(await ravi!.call.care.note({ id })).toMatchObject({
    state: 'own',
    by: { side: 'owner', trade: null },
    visit: null,
    history: 'Booklet of the first year',
    may: { change: true, sign: false, addAddendum: false, share: true },
  })
  const { files } = await ravi!.call.care.note({ id })
  const change = { id, type: 'note' as const, happenedOn: '2024-02-02', text: 'Booklet' }
  await ravi!.call.care.changeOwnNote({ ...change, seen: 1, keepFiles: [files[0]!.id] })
  await expect(ravi!.call.care.changeOwnNote({ ...change, seen: 1 })).rejects.toMatchObject({
    code: 'care.changed_meanwhile',
  })
  const ofType = async (type?: 'note' | 'exam') =>
    (await ravi!.call.care.notes({ id: petId, ...(type && { type }) })).rows
  expect(await ofType('note')).toMatchObject([{ id, happenedOn: '2024-02-02', files: 1 }])
  expect(await ofType('exam')).toEqual([])
  await expect(
    ravi!.call.care.addOwnNote({ petId, type: 'note', happenedOn: '2026-11-30', text: 'Tomorrow' }),
  ).rejects.toMatchObject({ code: 'care.day_in_future' })
  await expect(
    asha!.call.care.addOwnNote({ petId, type: 'note', happenedOn: '2024-02-02', text: 'Mine' }),
  ).rejects.toMatchObject({ code: 'request.not_found' })
  await ravi!.call.care.removeNote({ id })
  expect(await ofType()).toEqual([])
})

test('a timeline is paged, latest day first', async () => {
  const { id: petId } = await makePet(db, { ownerId: ravi!.ownerId })
  for (let day = 1; day <= 25; day++)
    await ravi!.call.care.addOwnNote({
      petId,
      type: 'note',
      text: String(day),
      happenedOn: `2026-05-${String(((day * 7) % 25) + 1).padStart(2, '0')}`,
    })
  const first = await ravi!.call.care.notes({ id: petId })
  const second = await ravi!.call.care.notes({ id: petId, cursor: first.nextCursor! })
  expect([first.rows.length, second.rows.length, second.nextCursor]).toEqual([20, 5, null])
  const listed = [...first.rows, ...second.rows].map(({ happenedOn }) => happenedOn)
  expect(listed).toEqual(listed.toSorted().reverse())
})

test('a note’s PDF is complete, and only its readers get it', async () => {
  const { id } = await signedNote({}, { startsAt: new Date('2026-07-03T05:00:00Z') })
  await meera!.call.care.addAddendum({ id, text: 'Blood values are fine.' })
  const pdfFor = (cookie: string) => fetch(`${world.url}/visit-notes/${id}.pdf`, { headers: { cookie } })
  const answer = await pdfFor(asha!.cookie)
  expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
    200,
    'application/pdf',
    'no-store',
  ])
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="visit-note-2026-07-03.pdf"')
  const text = textOfPdf(Buffer.from(await answer.arrayBuffer()))
  for (const part of [
    'Visit note for Bruno',
    'asha',
    'Dr. Meera Iyer',
    'KVC/2211',
    'Fri, 3 Jul 2026',
    '38.6 °C',
    '96 beats',
    '12 kg (26.5 lb)',
    'Flea allergy.',
    '₹1,250',
    'Cetirizine, tablet, 10 mg',
    'Rabies',
    '1 Nov 2027',
    'Valid until',
    'Signed',
    'Mon, 2 Nov 2026',
    'Blood values are fine.',
    'Page 1 of ',
  ])
    expect(text).toContain(part)
  expect((await pdfFor(meera!.cookie)).status).toBe(200)
  const others = await Promise.all([ravi!, kabir!].map(({ cookie }) => pdfFor(cookie)))
  expect(others.map(({ status }) => status)).toEqual([404, 404])
  expect((await pdfFor('')).status).toBe(401)
})

test('anyone with the link can read a note for seven days, without details about the owner', async () => {
  const { id } = await signedNote({ plan: 'Rest.' }, { startsAt: new Date('2026-07-01T05:00:00Z') })
  const made = await asha!.call.care.share({ id })
  const { links } = await asha!.call.care.links({ id })
  expect(links).toMatchObject([{ id: made.id, expiresAt: days(7) }])
  const token = links[0]!.path.replace('/notes/shared/', '')
  expect(token).toMatch(/^[\w-]{43}$/)
  const shared = await world.visitor.care.shared({ token })
  expect(shared).toMatchObject({ plan: 'Rest.', pet: { name: 'Bruno' }, linkEndsAt: days(7) })
  expect(JSON.stringify(shared)).not.toMatch(new RegExp(`asha|${asha!.ownerId}|${asha!.userId}|${id}`))

  // The address is stored nowhere: neither in its row nor in a stored answer.
  const stored = await sql<{ found: boolean }>`
    select exists (select from visit_note_links l where position(${token} in l::text) > 0)
        or exists (select from idempotency_keys k where position(${token} in k::text) > 0) as found`.execute(
    db,
  )
  expect(stored.rows).toEqual([{ found: false }])

  const dead = async () => {
    const outcome = await fetch(`${world.url}/api/care/shared-notes/${token}`)
    return [outcome.status, outcome.headers.get('cache-control'), await outcome.text()]
  }
  world.clock.now = new Date(days(7).getTime() - 1)
  expect((await world.visitor.care.shared({ token })).plan).toBe('Rest.')
  world.clock.now = days(7)
  const ended = await dead()
  expect(ended.slice(0, 2)).toEqual([404, 'no-store'])
  expect((await asha!.call.care.links({ id })).links).toEqual([])

  world.clock.now = days(1)
  for (const who of [ravi!, meera!]) {
    await expect(who.call.care.revoke({ id: made.id })).rejects.toMatchObject({ code: 'request.not_found' })
    await expect(who.call.care.share({ id })).rejects.toMatchObject({ code: 'request.not_found' })
    await expect(who.call.care.links({ id })).rejects.toMatchObject({ code: 'request.not_found' })
  }
  await asha!.call.care.revoke({ id: made.id })
  await asha!.call.care.revoke({ id: made.id })
  expect(await dead()).toEqual(ended)
  const unknown = await fetch(`${world.url}/api/care/shared-notes/${'x'.repeat(43)}`)
  expect([unknown.status, unknown.headers.get('cache-control'), await unknown.text()]).toEqual(ended)
})

test('a note has ten links at most, however many are asked for at once', async () => {
  const { id } = await signedNote({}, { startsAt: new Date('2026-07-02T05:00:00Z') })
  const outcomes = await Promise.allSettled(Array.from({ length: 14 }, () => asha!.call.care.share({ id })))
  const refused = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []))
  expect(refused).toEqual(Array.from({ length: 4 }, () => 'care.too_many_links'))
  const { links } = await asha!.call.care.links({ id })
  expect(new Set(links.map(({ path }) => path)).size).toBe(10)
  await asha!.call.care.revoke({ id: links[0]!.id })
  await asha!.call.care.share({ id })
})

test('all the promises hold', async () => {
  expect(await world.findBrokenInvariants()).toEqual([])
})

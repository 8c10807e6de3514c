import { strFromU8, unzipSync } from 'fflate'
import { afterEach, expect, test, vi } from 'vitest'
import { mondayMorning, openWorld, type Person } from '#/app/testing/world.ts'
import { DAY } from '#/kernel/duration.ts'
import { makePdf } from '#/kernel/server/document.factory.ts'
import { eraseThoseWhoLeft } from '#/privacy/server/sweeps.ts'
import { examination, makeVisit } from './visit.factory.ts'

const world = await openWorld()
const { db } = world
const days = (count: number) => new Date(mondayMorning.getTime() + count * DAY)
afterEach(() => {
  world.clock.now = mondayMorning
})

const file = () => new File([new Uint8Array(makePdf())], 'x-ray.pdf', { type: 'application/pdf' })

/** Makes a signed note with a file, and a draft for another visit. */
async function notesOf(owner: Person, vet: Person) {
  const { petId, vetId, bookingId } = await makeVisit(db, owner, vet)
  await vi.waitUntil(async () => (await vet.call.accounts.me()).user?.records['veterinary_doctor'])
  const signed = await vet.call.care.addNote({ bookingId, petId, ...examination, files: [file()] })
  await vet.call.care.sign({ id: signed.id, seen: 1 })
  await vet.call.care.addAddendum({ id: signed.id, text: 'All is well.' })
  await owner.call.care.share({ id: signed.id })
  const earlier = await makeVisit(db, owner, vet, {
    petId,
    vetId,
    startsAt: new Date('2026-10-01T05:00:00Z'),
  })
  const draft = await vet.call.care.addNote({
    bookingId: earlier.bookingId,
    petId,
    ...examination,
    plan: 'Not yet for anyone',
    files: [file()],
  })
  return { petId, signed: signed.id, draft: draft.id }
}

async function leave(person: Person): Promise<void> {
  await person.call.privacy.leave({ confirmed: true })
  world.clock.now = days(14)
  expect(await world.app.jobs.runSweep(eraseThoseWhoLeft.name, world.clock.now)).toBe(1)
  world.clock.now = mondayMorning
}

async function archiveOf(person: Person): Promise<Record<string, string>> {
  const response = await fetch(`${world.url}/my-data/archive.zip`, { headers: { cookie: person.cookie } })
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()))
  return Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes, true)]))
}

test('a vet’s account deletion removes drafts; signed notes stay under the registration number, with their files', async () => {
  const [owner, vet] = [await world.signUp('asha'), await world.signUp('meera')]
  const { signed, petId } = await notesOf(owner, vet)
  await leave(vet)
  const note = await owner.call.care.note({ id: signed })
  expect(note).toMatchObject({
    plan: examination.plan,
    by: { name: 'Former user', registrationNumber: 'KVC/2211' },
    medicines: [{ name: 'Cetirizine' }],
    addenda: [{ text: 'All is well.' }],
  })
  expect((await fetch(world.url + note.files[0]!.url)).status).toBe(200)
  expect((await owner.call.care.notes({ id: petId })).rows).toHaveLength(1)
  const left = await db.selectFrom('visit_notes').select('id').execute()
  expect(left).toEqual([{ id: signed }])
  expect(await world.findBrokenInvariants()).toEqual([])
})

test('an owner’s account deletion removes all notes, also signed ones', async () => {
  const [owner, vet] = [await world.signUp('ravi'), await world.signUp('kabir')]
  const { petId } = await notesOf(owner, vet)
  await leave(owner)
  for (const table of ['visit_notes', 'prescriptions', 'pet_vaccinations'] as const)
    expect(await db.selectFrom(table).select('id').where('pet_id', '=', petId).execute(), table).toEqual([])
  const files = await db
    .selectFrom('uploads')
    .select('id')
    .where('user_id', 'in', [owner.userId, vet.userId])
    .execute()
  expect(files).toEqual([])
  expect(await world.findBrokenInvariants()).toEqual([])
})

test('the archive has signed notes for the owner, drafts for their author alone, and no key to a link', async () => {
  const [owner, vet] = [await world.signUp('zoya'), await world.signUp('arjun')]
  const { signed, draft } = await notesOf(owner, vet)
  const owners = await archiveOf(owner)
  expect(owners['records/visit_notes.json']).toContain(signed)
  expect(Object.values(owners).join()).not.toContain('Not yet for anyone')
  expect(owners['records/visit_note_medicines.json']).toContain('Cetirizine')
  expect(owners['records/prescription_lines.json']).toContain('Cetirizine')
  expect(owners['records/visit_note_links.json']).not.toContain('token_hash')
  expect(Object.keys(owners).filter((name) => name.endsWith('.pdf'))).toHaveLength(1)
  expect((await archiveOf(vet))['records/visit_notes.json']).toContain(draft)
})

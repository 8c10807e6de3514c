import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { outboxOf } from '#/accounts/server/sign-in.factory.ts'
import { type Desk, openDesk } from '#/app/testing/desk.ts'
import { mondayMorning, openWorld, type Person } from '#/app/testing/world.ts'
import { examination, makeVisit } from '#/care/server/visit.factory.ts'
import { makePdf } from '#/kernel/server/document.factory.ts'
import type { ProviderRecord } from '#/verification/rules.ts'
import { makeVet } from '#/veterinary/server/factory.ts'

const world = await openWorld()
const { db } = world
const asha = await world.signUp('asha')
const desk: Desk = await openDesk(world, 'desk')
const record = 'veterinary_doctor'
afterEach(async () => {
  world.clock.now = mondayMorning
  expect(await world.findBrokenInvariants()).toEqual([])
})

const fake = { fullName: 'Famous Other Vet', licenseId: 'FAKE-0001', registrationCouncil: 'Nowhere' }
const real = { fullName: 'Kabir Shah', licenseId: 'KVC/2008/3377', registrationCouncil: 'Karnataka' }
let vets = 0

/** Makes a verified vet with a past visit by Asha. */
async function verifiedVet() {
  const person = await world.signUp(`kabir${vets++}`)
  const recordId = await makeVet(db, { userId: person.userId, ...real })
  const file = new File([new Uint8Array(makePdf())], 'licence.pdf', { type: 'application/pdf' })
  await person.call.verification.addDocument({ record, file })
  const visit = await makeVisit(db, asha, person, { vetId: recordId })
  const save = async (change: Partial<typeof real>) => {
    const { imageUrl, ...profile } = (await person.call.veterinary.profile())!
    return person.call.veterinary.saveProfile({ ...profile, ...change } as never)
  }
  const decide = async (to: 'verified' | 'rejected') => {
    const { version } = await desk.call.submission({ record, recordId })
    const decision = to === 'verified' ? { to, version, reason: null } : { to, reason: 'Not in the register' }
    await desk.call.decide({ record, recordId, decision })
  }
  return { ...person, ...visit, recordId, save, decide }
}

const standingOf = async (vet: Person) => (await vet.call.verification.standing({ record }))!
const noteBy = async (noteId: string) => (await asha.call.care.note({ id: noteId })).by

test('a prescription drafted before a change of name and licence is signed with the verified ones', async () => {
  const vet = await verifiedVet()
  const { id } = await vet.call.care.addNote({ bookingId: vet.bookingId, petId: vet.petId, ...examination })
  await vet.save(fake)
  expect(await standingOf(vet)).toMatchObject({ status: 'submitted' })
  await vet.call.care.sign({ id, seen: 1 })
  expect(await noteBy(id)).toMatchObject({ name: 'Dr. Kabir Shah', registrationNumber: 'KVC/2008/3377' })
  await world.app.jobs.deliverEvents()
  const { rows } = await asha.call.notifications.list({})
  expect(rows[0]!.message).toContain('Kabir Shah')
  const mails = (await outboxOf(world.dataDir)).filter((mail) => mail.includes(`To: ${asha.email}`))
  expect(JSON.stringify([rows, mails])).not.toMatch(/FAKE|Famous/)
})

test('owners see the verified name in their appointments until the new one is verified', async () => {
  const vet = await verifiedVet()
  await vet.save(fake)
  const names = async () =>
    (await asha.call.appointments.appointments({ tab: 'past' })).rows.map(({ provider }) => provider.fullName)
  expect(await names()).toContain('Kabir Shah')
  expect(await names()).not.toContain('Famous Other Vet')
  await vet.decide('verified')
  expect(await names()).toContain('Famous Other Vet')
  expect(await standingOf(vet)).toMatchObject({ status: 'verified', isListed: true, changes: [] })
  const { id } = await vet.call.care.addNote({ bookingId: vet.bookingId, petId: vet.petId, ...examination })
  await vet.call.care.sign({ id, seen: 1 })
  expect(await noteBy(id)).toMatchObject({ name: 'Dr. Famous Other Vet', registrationNumber: 'FAKE-0001' })
})

test('the vet and the admins see the verified facts beside the changed ones', async () => {
  const vet = await verifiedVet()
  expect(await vet.save({ licenseId: 'FAKE-0001' })).toMatchObject({ ...real, licenseId: 'FAKE-0001' })
  const changes = [{ fact: 'license_id', verified: 'KVC/2008/3377', proposed: 'FAKE-0001' }]
  expect(await standingOf(vet)).toMatchObject({ changes })
  expect(await desk.call.submission({ record, recordId: vet.recordId })).toMatchObject({
    displayName: 'Kabir Shah',
    facts: { full_name: 'Kabir Shah', license_id: 'FAKE-0001' },
    changes,
    isChange: true,
  })
})

test('rejecting a change leaves the vet verified and tells them why', async () => {
  const vet = await verifiedVet()
  await vet.save(fake)
  await vet.decide('rejected')
  const reason = 'Not in the register'
  expect(await standingOf(vet)).toMatchObject({
    status: 'verified',
    isListed: true,
    changeRefused: true,
    reason,
    changes: [],
  })
  expect((await desk.call.log({ subjectId: vet.userId })).rows[0]).toMatchObject({
    action: 'provider.change_refused',
    reason,
    before: { [record]: 'submitted' },
    after: { [record]: 'verified' },
  })
  expect(await vet.call.veterinary.profile()).toMatchObject(real)
  await world.app.jobs.deliverEvents()
  const { rows } = await vet.call.notifications.list({})
  expect(rows[0]).toMatchObject({ type: 'verification_rejected', title: 'We couldn’t verify your change' })
  expect(rows[0]!.message).toContain(reason)
})

test('a change that is changed again counts from then on', async () => {
  const vet = await verifiedVet()
  await vet.save(fake)
  world.clock.now = new Date(mondayMorning.getTime() + 60_000)
  await vet.save({ ...fake, licenseId: 'FAKE-0002' })
  const proposals = db.selectFrom('verification_proposals').where('record_id', '=', vet.recordId)
  expect(await proposals.select(['facts', 'proposed_at']).execute()).toMatchObject([
    { facts: { license_id: 'FAKE-0002' }, proposed_at: world.clock.now },
  ])
})

test('withdrawing a change restores the verified record without a wait', async () => {
  const vet = await verifiedVet()
  await vet.save(fake)
  await vet.save(real)
  expect(await standingOf(vet)).toMatchObject({ status: 'verified', isListed: true, changes: [] })
})

test('a suspended vet can’t change verified facts, nor get verified by changing them twice', async () => {
  const vet = await verifiedVet()
  const reopen = (to: 'suspended' | 'submitted') =>
    desk.call.decide({ record, recordId: vet.recordId, decision: { to, reason: 'Complaints' } })
  await reopen('suspended')
  await vet.save(fake)
  await vet.save(real)
  expect(await standingOf(vet)).toMatchObject({ status: 'suspended' })
  await reopen('submitted')
  await vet.save(fake)
  await vet.save(real)
  expect(await standingOf(vet)).toMatchObject({ status: 'submitted' })
  await vet.save(fake)
  await vet.decide('rejected')
  expect(await standingOf(vet)).toMatchObject({ status: 'rejected' })
  const { full_name } = await db
    .selectFrom('veterinary_doctors')
    .select('full_name')
    .where('id', '=', vet.recordId)
    .executeTakeFirstOrThrow()
  expect(full_name).toBe('Kabir Shah')
})

const tables: Record<ProviderRecord, string> = {
  veterinary_doctor: 'veterinary_doctors',
  pet_sitter: 'pet_sitters',
  pet_trainer: 'pet_trainers',
  pet_stylist: 'pet_stylists',
  pharmacist: 'pharmacists',
  supplier: 'suppliers',
}
const filled: Record<
  Exclude<ProviderRecord, 'veterinary_doctor'>,
  (person: Person, name: string) => Promise<object>
> = {
  pet_sitter: (person, fullName) =>
    person.call.sitting.saveProfile({
      fullName,
      location: 'Pune',
      services: ['dog-walking'],
      hourlyRate: 20_000,
      nightlyRate: null,
      experienceYears: 2,
      maxPets: 1,
      sizesAccepted: ['small'],
      homeKind: null,
      hasGarden: false,
      hasOwnPets: false,
      hasChildren: false,
      isSmokeFree: true,
      cancellationPolicy: 'standard',
      bio: null,
    }),
  pet_trainer: (person, fullName) =>
    person.call.training.saveProfile({ ...trade, fullName, specializations: ['Puppy Training'] }),
  pet_stylist: (person, fullName) =>
    person.call.styling.saveProfile({ ...trade, fullName, specializations: ['Nail Trimming'], maxPets: 2 }),
  pharmacist: (person, fullName) =>
    person.call.shop.savePharmacist({
      fullName,
      registrationNumber: 'KPC-1',
      shopLicenseNumber: 'KA-B1',
      shopAddress: '4 Church Street',
    }),
  supplier: (person, businessName) =>
    person.call.shop.saveSupplier({ businessName, gstin: null, pickupAddress: '12 MG Road' }),
}
const trade = {
  location: null,
  hourlyRate: 80_000,
  yearsExperience: null,
  offersInPerson: true,
  offersOnline: true,
  comesToOwner: false,
  refundPolicy: 'standard' as const,
  bio: null,
}

test.each(Object.keys(filled) as (keyof typeof filled)[])(
  'a verified %s keeps the verified name beside the badge until the new one is verified',
  async (kind) => {
    const person = await world.signUp(`brother.${kind.replace('_', '.')}`)
    await filled[kind](person, 'Leela Rao')
    await sql`update ${sql.table(tables[kind])} set verification_status = 'verified' where user_id = ${person.userId}`.execute(
      db,
    )
    const own = await filled[kind](person, 'Somebody Else')
    expect(JSON.stringify(own)).toContain('Somebody Else')
    const { rows } = await sql<{ id: string; row: string }>`
      select id, to_jsonb(t)::text as row from ${sql.table(tables[kind])} t where user_id = ${person.userId}`.execute(
      db,
    )
    expect(rows[0]!.row).toContain('Leela Rao')
    expect(rows[0]!.row).not.toContain('Somebody Else')
    const at = { record: kind, recordId: rows[0]!.id }
    const { version } = await desk.call.submission(at)
    await desk.call.decide({ ...at, decision: { to: 'verified', version, reason: null } })
    const after = await sql<{ row: string }>`
      select to_jsonb(t)::text as row from ${sql.table(tables[kind])} t where user_id = ${person.userId}`.execute(
      db,
    )
    expect(after.rows[0]!.row).toContain('Somebody Else')
  },
)

test('every fact that is verified is guarded by the database', async () => {
  for (const [kind, table] of Object.entries(tables)) {
    const { rows } = await sql<{ licence: object; guarded: string }>`
      select (select licence from record_facts f where f.record = ${kind} limit 1) as licence,
             (select pg_get_triggerdef(t.oid) from pg_trigger t
               where t.tgrelid = ${table}::regclass and t.tgname = ${`${table}_keep_facts`}) as guarded`.execute(
      db,
    )
    const [{ licence, guarded }] = rows as [(typeof rows)[0]]
    expect(Object.keys(licence).length, table).toBeGreaterThan(0)
    for (const fact of Object.keys(licence)) expect(guarded, table).toContain(fact)
  }
  await expect(
    db
      .updateTable('veterinary_doctors')
      .set({ license_id: 'FAKE' })
      .where('facts_verified_at', 'is not', null)
      .execute(),
  ).rejects.toThrow('changes only by being verified')
})

import { expect, test } from 'vitest'
import { outboxOf } from '#/accounts/server/sign-in.factory.ts'
import { makeAdmin } from '#/app/testing/desk.ts'
import { openWorld, type Person } from '#/app/testing/world.ts'
import { HOUR } from '#/kernel/duration.ts'
import { makePdf } from '#/kernel/server/document.factory.ts'
import { newId } from '#/kernel/server/new-id.ts'
import { makeStylist } from '#/styling/server/styling.factory.ts'
import type { Decision } from '#/verification/contract.ts'
import type { VerificationStatus } from '#/verification/rules.ts'
import { makeVet } from '#/veterinary/server/factory.ts'
import { decide, listQueue, readSubmission, restoreRecordsOf, suspendRecordsOf } from './index.ts'

const world = await openWorld()
const { db } = world
const { adminId } = await makeAdmin(world, 'desk')
const record = 'veterinary_doctor'
const pdf = () => new File([new Uint8Array(makePdf())], 'licence.pdf', { type: 'application/pdf' })
const linkTo = () => '/files/private/x'

let people = 0
/** Makes a complete vet record in the given state. */
async function newVet(status: VerificationStatus = 'draft'): Promise<Person & { vetId: string }> {
  const person = await world.signUp(`vet${people++}`)
  const vetId = await makeVet(db, {
    userId: person.userId,
    fullName: 'Meera Iyer',
    registrationCouncil: 'Karnataka',
    verificationStatus: status,
  })
  await person.call.verification.addDocument({ record, file: pdf() })
  return { ...person, vetId }
}

const decideOn = (vetId: string, decision: Decision) =>
  db
    .transaction()
    .execute((tx) =>
      decide(
        { db: tx, now: world.clock.now, announce: world.app.jobs.announceIn(tx) },
        { ...decision, record, recordId: vetId, adminId },
      ),
    )
const versionOf = async (vetId: string) => (await readSubmission({ db, linkTo }, record, vetId))!.version
const verify = async (vetId: string) =>
  decideOn(vetId, { to: 'verified', version: await versionOf(vetId), reason: null })
const statusOf = async (person: Person) => (await person.call.verification.standing({ record }))!.status

test('without a record there is no standing, and nothing to hand in', async () => {
  const asha = await world.signUp('asha')
  expect(await asha.call.verification.standing({ record })).toBeNull()
  const notFound = { code: 'request.not_found', status: 404 }
  await expect(asha.call.verification.submit({ record })).rejects.toMatchObject(notFound)
  await expect(asha.call.verification.addDocument({ record, file: pdf() })).rejects.toMatchObject(notFound)
})

test('missing details are listed, and a profile can’t be submitted before they are complete', async () => {
  const kabir = await world.signUp('kabir')
  const vetId = await makeVet(db, { userId: kabir.userId, fullName: 'Kabir', verificationStatus: 'draft' })
  await db.updateTable('veterinary_doctors').set({ phone_number: null }).where('id', '=', vetId).execute()
  const missing = ['registration_council', 'phone_number', 'document']
  expect(await kabir.call.verification.standing({ record })).toMatchObject({ missing, isListed: false })
  await expect(kabir.call.verification.submit({ record })).rejects.toMatchObject({
    code: 'verification.incomplete',
    status: 422,
    data: { missing },
  })
})

test('a vet submits, is verified, and is notified by bell and mail', async () => {
  const meera = await newVet()
  expect(await meera.call.verification.submit({ record })).toEqual({ status: 'submitted' })
  expect(await statusOf(meera)).toBe('submitted')
  await expect(meera.call.verification.submit({ record })).rejects.toMatchObject({
    code: 'verification.move_not_allowed',
    data: { status: 'submitted' },
  })

  await world.app.jobs.deliverEvents()
  await verify(meera.vetId)
  expect(await meera.call.verification.standing({ record })).toMatchObject({
    status: 'verified',
    isListed: true,
  })
  await world.app.jobs.deliverEvents()
  const { rows } = await meera.call.notifications.list({})
  expect(rows.map(({ title, href }) => [title, href])).toEqual([
    ['You’re verified', '/profile/veterinary?tab=verification'],
    ['Your profile is being checked', '/profile/veterinary?tab=verification'],
  ])
  expect(await mailsTo(meera.email)).toEqual(['Verification: Submitted', 'Verification: Verified'])
})

test('a user without mails about decisions is notified in the bell only', async () => {
  const meera = await newVet()
  const choice = { type: 'verification_verified', channel: 'email', isWanted: false } as const
  await meera.call.notifications.choose(choice)
  await meera.call.verification.submit({ record })
  await verify(meera.vetId)
  await world.app.jobs.deliverEvents()
  expect(await mailsTo(meera.email)).toEqual(['Verification: Submitted'])
  const { rows } = await meera.call.notifications.list({})
  expect(rows.map(({ title }) => title)).toContain('You’re verified')
})

/** Returns the subjects of their mails, sorted. */
async function mailsTo(email: string): Promise<string[]> {
  const own = (await outboxOf(world.dataDir)).filter((mail) => mail.includes(`To: ${email}`))
  return own.map((mail) => /^Subject: (.*)$/m.exec(mail)![1]!.trim()).sort()
}

test('a rejected provider reads why, makes a change and submits again', async () => {
  const meera = await newVet()
  await meera.call.verification.submit({ record })
  await decideOn(meera.vetId, { to: 'rejected', reason: 'The number is not in the register.' })
  expect(await meera.call.verification.standing({ record })).toMatchObject({
    status: 'rejected',
    reason: 'The number is not in the register.',
    isListed: false,
  })
  await meera.call.verification.submit({ record })
  expect(await meera.call.verification.standing({ record })).toMatchObject({
    status: 'submitted',
    reason: null,
  })
})

test('a verified record can’t be submitted again without a change', async () => {
  const meera = await newVet()
  await meera.call.verification.submit({ record })
  await verify(meera.vetId)
  await expect(meera.call.verification.submit({ record })).rejects.toMatchObject({
    code: 'verification.move_not_allowed',
    status: 409,
  })
  expect(await statusOf(meera)).toBe('verified')
})

test('a change while waiting keeps the place in the queue', async () => {
  const meera = await newVet()
  await meera.call.verification.submit({ record })
  const waitingSince = async () =>
    (await listQueue(db, {})).rows.find(({ recordId }) => recordId === meera.vetId)!.waitingSince
  const before = await waitingSince()
  const row = await db
    .selectFrom('veterinary_doctors')
    .selectAll()
    .where('id', '=', meera.vetId)
    .executeTakeFirstOrThrow()
  world.clock.now = new Date(world.clock.now.getTime() + HOUR)
  await meera.call.veterinary.saveProfile({
    fullName: row.full_name,
    specialization: row.specialization,
    location: row.location,
    licenseId: row.license_id,
    registrationCouncil: row.registration_council!,
    phoneNumber: row.phone_number!,
    consultationFee: row.consultation_fee!,
    refundPolicy: 'standard',
    offersTeleconsultation: false,
    bio: 'Dogs first.',
    offersInPerson: true,
  })
  expect(await waitingSince()).toEqual(before)
  world.clock.now = new Date(world.clock.now.getTime() - HOUR)
})

test('a rejection keeps its reason across an account suspension, which isn’t mentioned', async () => {
  const meera = await newVet()
  await meera.call.verification.submit({ record })
  await decideOn(meera.vetId, { to: 'rejected', reason: 'Too dark' })
  const desk = { db, userId: meera.userId, adminId, now: world.clock.now }
  await suspendRecordsOf(desk)
  await restoreRecordsOf(desk)
  expect(await meera.call.verification.standing({ record })).toMatchObject({
    status: 'rejected',
    reason: 'Too dark',
  })
})

test('a suspended record is unlisted at once, and only an administrator can lift it', async () => {
  const meera = await newVet()
  await meera.call.verification.submit({ record })
  await verify(meera.vetId)
  await expect.poll(() => meera.call.appointments.visits({ tab: 'requests' })).toMatchObject({ rows: [] })
  await decideOn(meera.vetId, { to: 'suspended', reason: 'Complaints' })
  await expect
    .poll(() => meera.call.appointments.visits({ tab: 'requests' }).catch(({ code }) => code))
    .toBe('request.forbidden')
  await expect(meera.call.verification.submit({ record })).rejects.toMatchObject({
    code: 'verification.move_not_allowed',
  })
  await decideOn(meera.vetId, { to: 'submitted', reason: null })
  expect(await statusOf(meera)).toBe('submitted')
})

test.each([
  ['draft', 'verified'],
  ['draft', 'rejected'],
  ['verified', 'rejected'],
  ['verified', 'verified'],
  ['rejected', 'verified'],
  ['suspended', 'verified'],
  ['suspended', 'suspended'],
  ['draft', 'submitted'],
] as const)('from %s no administrator moves a record to %s', async (from, to) => {
  const { vetId } = await newVet(from)
  const version = await versionOf(vetId)
  await expect(decideOn(vetId, { to, version, reason: 'Because' })).rejects.toMatchObject({
    code: 'verification.move_not_allowed',
    data: { status: from },
  })
  expect(
    await db.selectFrom('verification_changes').where('record_id', '=', vetId).selectAll().execute(),
  ).toEqual([])
})

test('of two decisions at once, one wins and the other is refused', async () => {
  const meera = await newVet('submitted')
  const version = await versionOf(meera.vetId)
  const decisions = await Promise.allSettled([
    decideOn(meera.vetId, { to: 'verified', version, reason: null }),
    decideOn(meera.vetId, { to: 'rejected', reason: 'No' }),
    decideOn(meera.vetId, { to: 'verified', version, reason: null }),
  ])
  expect(decisions.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const one of decisions) {
    if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'verification.move_not_allowed' })
  }
  const changes = await db
    .selectFrom('verification_changes')
    .where('record_id', '=', meera.vetId)
    .select(['from_status', 'admin_id'])
    .execute()
  expect(changes).toEqual([{ from_status: 'submitted', admin_id: adminId }])
})

test('nothing is verified that changed after it was looked at', async () => {
  const meera = await newVet('submitted')
  const version = await versionOf(meera.vetId)
  await meera.call.verification.addDocument({ record, file: pdf() })
  await expect(decideOn(meera.vetId, { to: 'verified', version, reason: null })).rejects.toMatchObject({
    code: 'verification.changed_meanwhile',
  })
  await verify(meera.vetId)
  expect(await statusOf(meera)).toBe('verified')
})

test('the queue is read oldest first, page by page, each record once', async () => {
  await db.updateTable('veterinary_doctors').set({ verification_status: 'draft' }).execute()
  const at = (minutes: number) => new Date(world.clock.now.getTime() + minutes * 60_000)
  for (let n = 0; n < 23; n++) {
    const person = await world.signUp(`queued${n}`)
    const common = {
      id: newId(),
      user_id: person.userId,
      verification_status: 'submitted' as const,
      submitted_at: at(n % 5),
    }
    if (n % 2)
      await db
        .insertInto('pet_sitters')
        .values({ ...common, full_name: `Sitter ${n}` })
        .execute()
    else
      await db
        .insertInto('suppliers')
        .values({ ...common, business_name: `Shop ${n}`, pickup_address: 'MG Road' })
        .execute()
  }
  const first = await listQueue(db, {})
  const second = await listQueue(db, { cursor: first.nextCursor! })
  const rows = [...first.rows, ...second.rows]
  expect(first.rows).toHaveLength(20)
  expect(second.nextCursor).toBeNull()
  expect(new Set(rows.map(({ displayName }) => displayName)).size).toBe(23)
  expect(rows.map(({ waitingSince }) => waitingSince.getTime())).toEqual(
    rows.map(({ waitingSince }) => waitingSince.getTime()).toSorted((a, b) => a - b),
  )
})

test('an administrator sees the facts to check, the documents and earlier decisions', async () => {
  const meera = await newVet()
  await meera.call.verification.submit({ record })
  await decideOn(meera.vetId, { to: 'rejected', reason: 'Too dark' })
  const seen = (await readSubmission({ db, linkTo }, record, meera.vetId))!
  expect(seen).toMatchObject({
    displayName: 'Meera Iyer',
    status: 'rejected',
    facts: { full_name: 'Meera Iyer', registration_council: 'Karnataka', location: 'Bengaluru' },
    documents: [{ name: 'licence.pdf', contentType: 'application/pdf' }],
    history: [
      { from: 'submitted', to: 'rejected', byAdmin: adminId, reason: 'Too dark' },
      { from: 'draft', to: 'submitted', byAdmin: null, reason: null },
    ],
  })
  expect(await readSubmission({ db, linkTo }, record, newId())).toBeUndefined()
})

test('a record whose owner asked for the deletion of their account isn’t listed until they keep it', async () => {
  const nila = await world.signUp('nila')
  await makeStylist(db, { userId: nila.userId, fullName: 'Nila Das' })
  const standing = () => nila.call.verification.standing({ record: 'pet_stylist' })
  const setLeaving = (since: Date | null) =>
    db.updateTable('users').set({ leaving_since: since }).where('id', '=', nila.userId).execute()
  expect(await standing()).toMatchObject({ isListed: true, isLeaving: false })
  await setLeaving(world.clock.now)
  expect(await standing()).toMatchObject({ isListed: false, isLeaving: true })
  await setLeaving(null)
  expect(await standing()).toMatchObject({ isListed: true, isLeaving: false })
})

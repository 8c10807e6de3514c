import { expect, test } from 'vitest'
import { openDesk } from '#/app/testing/desk.ts'
import { openWorld, type Person } from '#/app/testing/world.ts'
import { makePdf } from '#/kernel/server/document.factory.ts'
import { newId } from '#/kernel/server/new-id.ts'
import { makeVet } from '#/veterinary/server/factory.ts'

const world = await openWorld()
const { db } = world
const asha = await openDesk(world, 'asha')
const ravi = await openDesk(world, 'ravi')
const support = await openDesk(world, 'farah', 'support')
const record = 'veterinary_doctor'

/** A vet who has submitted a complete profile. */
async function submittedVet(name: string): Promise<Person & { recordId: string }> {
  const person = await world.signUp(name)
  const recordId = await makeVet(db, { userId: person.userId, fullName: name, verificationStatus: 'draft' })
  await db
    .updateTable('veterinary_doctors')
    .set({ registration_council: 'Karnataka' })
    .where('id', '=', recordId)
    .execute()
  const file = new File([new Uint8Array(makePdf())], 'licence.pdf', { type: 'application/pdf' })
  await person.call.verification.addDocument({ record, file })
  world.clock.now = new Date(world.clock.now.getTime() + 60_000)
  await person.call.verification.submit({ record })
  await world.app.jobs.deliverEvents()
  return { ...person, recordId }
}

const versionOf = async (recordId: string) => (await asha.call.submission({ record, recordId })).version

test('submitted records wait in a queue, the oldest first, with documents that a link opens', async () => {
  const meera = await submittedVet('meera')
  const kabir = await submittedVet('kabir')
  const { rows } = await ravi.call.queue({})
  expect(rows.map(({ displayName, recordId }) => [displayName, recordId])).toEqual([
    ['meera', meera.recordId],
    ['kabir', kabir.recordId],
  ])
  const submission = await ravi.call.submission({ record, recordId: meera.recordId })
  expect(submission).toMatchObject({
    status: 'submitted',
    missing: [],
    documents: [{ name: 'licence.pdf' }],
    facts: { registration_council: 'Karnataka' },
  })
  const file = await fetch(new URL(submission.documents[0]!.url, world.url))
  expect([file.status, file.headers.get('content-type')]).toEqual([200, 'application/pdf'])
})

test('verifying a vet lists and notifies them, and the log records the admin', async () => {
  const nila = await submittedVet('nila')
  const { recordId } = nila
  const decision = { to: 'verified', version: await versionOf(recordId), reason: null } as const
  await asha.call.decide({ record, recordId, decision })
  const { rows } = await nila.call.veterinary.vets({})
  expect(rows.map(({ id }) => id)).toContain(recordId)
  await world.app.jobs.deliverEvents()
  const told = await nila.call.notifications.list({})
  expect(told.rows[0]).toMatchObject({ title: 'You’re verified' })
  const [, first, ...others] = (await asha.call.log({ subjectId: nila.userId })).rows
  expect([first, others]).toMatchObject([{ action: 'provider.handed_in' }, []])
  expect((await asha.call.log({ adminId: asha.adminId, subjectId: nila.userId })).rows).toMatchObject([
    {
      action: 'provider.verified',
      admin: { name: 'asha' },
      user: null,
      subject: { kind: 'user', name: 'nila' },
      before: { veterinary_doctor: 'submitted' },
      after: { veterinary_doctor: 'verified' },
    },
  ])
})

test('rejecting and suspending need a reason, which the provider reads and the log keeps', async () => {
  const omar = await submittedVet('omar')
  const { recordId } = omar
  for (const to of ['rejected', 'suspended'] as const) {
    await expect(asha.call.decide({ record, recordId, decision: { to, reason: ' ' } })).rejects.toMatchObject(
      { code: 'request.malformed' },
    )
  }
  await asha.call.decide({ record, recordId, decision: { to: 'rejected', reason: 'Not in the register' } })
  expect(await omar.call.verification.standing({ record })).toMatchObject({
    status: 'rejected',
    reason: 'Not in the register',
  })
  await asha.call.decide({ record, recordId, decision: { to: 'suspended', reason: 'False papers' } })
  await asha.call.decide({ record, recordId, decision: { to: 'submitted', reason: null } })
  const { rows } = await asha.call.log({ subjectId: omar.userId })
  expect(rows.map(({ action, reason }) => [action, reason])).toEqual([
    ['provider.reopened', null],
    ['provider.suspended', 'False papers'],
    ['provider.rejected', 'Not in the register'],
    ['provider.handed_in', null],
  ])
})

test('of two admins who decide at once, one succeeds and one line is logged', async () => {
  const tara = await submittedVet('tara')
  const { recordId } = tara
  const version = await versionOf(recordId)
  const answers = await Promise.allSettled([
    asha.call.decide({ record, recordId, decision: { to: 'verified', version, reason: null } }),
    ravi.call.decide({ record, recordId, decision: { to: 'rejected', reason: 'No' } }),
  ])
  expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const { rows } = await asha.call.log({ subjectId: tara.userId })
  expect(rows.filter(({ admin }) => admin)).toHaveLength(1)
})

test('support can read the queue but not decide', async () => {
  const { recordId } = await submittedVet('bela')
  expect(await support.call.submission({ record, recordId })).toMatchObject({ status: 'submitted' })
  await expect(
    support.call.decide({ record, recordId, decision: { to: 'rejected', reason: 'No' } }),
  ).rejects.toMatchObject({ code: 'request.administrators_only', status: 403 })
  expect(await support.call.submission({ record, recordId })).toMatchObject({ status: 'submitted' })
})

test('an admin can’t verify a record that has changed since they read it', async () => {
  const leela = await submittedVet('leela')
  const { recordId } = leela
  const version = await versionOf(recordId)
  await db.updateTable('veterinary_doctors').set({ license_id: 'KA-9' }).where('id', '=', recordId).execute()
  await expect(
    asha.call.decide({ record, recordId, decision: { to: 'verified', version, reason: null } }),
  ).rejects.toMatchObject({ code: 'verification.changed_meanwhile', status: 409 })
  const { rows } = await asha.call.log({ subjectId: leela.userId })
  expect(rows.filter(({ admin }) => admin)).toEqual([])
})

test('nothing is decided about a suspended account, even if both happen at once', async () => {
  for (let round = 0; round < 3; round++) {
    const person = await submittedVet(`racer-${round}`)
    const { recordId, userId } = person
    const version = await versionOf(recordId)
    await Promise.allSettled([
      asha.call.suspend({ id: userId, reason: 'Fraud' }),
      ravi.call.decide({ record, recordId, decision: { to: 'verified', version, reason: null } }),
    ])
    expect((await asha.call.submission({ record, recordId })).status).toBe('suspended')
    await expect(
      ravi.call.decide({ record, recordId, decision: { to: 'submitted', reason: null } }),
    ).rejects.toMatchObject({ code: 'admin.account_suspended', status: 409 })
  }
})

test('an unknown record isn’t found, nor is one of another kind', async () => {
  const zoya = await submittedVet('zoya')
  const refused = { code: 'request.not_found', status: 404 }
  for (const wrong of [
    { record, recordId: newId() },
    { record: 'pet_sitter', recordId: zoya.recordId },
  ] as const) {
    await expect(asha.call.submission(wrong)).rejects.toMatchObject(refused)
    await expect(
      asha.call.decide({ ...wrong, decision: { to: 'rejected', reason: 'No' } }),
    ).rejects.toMatchObject(refused)
  }
})

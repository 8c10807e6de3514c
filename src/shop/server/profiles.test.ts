import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openDesk } from '#/app/testing/desk.ts'
import { openWorld } from '#/app/testing/world.ts'
import { HOUR } from '#/kernel/duration.ts'
import { readOutbox } from '#/kernel/server/outbox.ts'
import { unseal } from '#/kernel/server/sealing.ts'

const secret = 'the secret of this one test, long enough'
const world = await openWorld({ AUTH_SECRET: secret })
const prove = ({ userId }: { userId: string }) =>
  sql`update sessions set proved_at = now() where user_id = ${userId}`.execute(world.db)
const supplier = { businessName: 'Happy Paws', gstin: '27AAPFU0939F1ZV', pickupAddress: '12 MG Road, Pune' }
const bank = { bankHolder: 'Happy Paws LLP', bankAccount: '5010 0012 3456 78', bankIfsc: 'hdfc0001234' }

test('a pharmacist’s profile is returned as saved and must be verified', async () => {
  const meera = await world.signUp('meera')
  const filled = {
    fullName: 'Meera Iyer',
    registrationNumber: 'KPC-1423',
    shopLicenseNumber: 'KA-B1-20B-1234',
    shopAddress: '4 Church Street, Bengaluru',
  }
  expect(await meera.call.shop.pharmacist()).toBeNull()
  const saved = await meera.call.shop.savePharmacist(filled)
  expect(saved).toEqual({ ...filled, imageUrl: null })
  expect(await meera.call.shop.pharmacist()).toEqual(saved)
  expect((await meera.call.accounts.me()).user?.records).not.toHaveProperty('pharmacist')
  await meera.call.verification.submit({ record: 'pharmacist' })
  expect(await meera.call.verification.standing({ record: 'pharmacist' })).toMatchObject({
    status: 'submitted',
  })
})

test('bank details are sealed, and only the end of the account is shown', async () => {
  const kabir = await world.signUp('kabir')
  const saved = await kabir.call.shop.saveSupplier({ ...supplier, ...bank })
  expect(saved).toEqual({ ...supplier, bankLastFour: '5678', imageUrl: null })
  const row = () =>
    world.db.selectFrom('suppliers').selectAll().where('user_id', '=', kabir.userId).executeTakeFirstOrThrow()
  const sealed = (await row()).bank_details_sealed!
  expect(sealed.toString('latin1')).not.toContain('50100012')
  expect(JSON.parse(unseal(secret, 'bank details', kabir.userId, sealed))).toEqual({
    holder: 'Happy Paws LLP',
    account: '50100012345678',
    ifsc: 'HDFC0001234',
  })

  await kabir.call.shop.saveSupplier({ ...supplier, businessName: 'Happier Paws' })
  expect((await row()).bank_details_sealed).toEqual(sealed)
  await prove(kabir)
  const removed = await kabir.call.shop.saveSupplier({ ...supplier, removeBank: true })
  expect(removed.bankLastFour).toBeNull()
  expect((await row()).bank_details_sealed).toBeNull()
})

test('a saved bank account changes after a proof only, with a mail, and nothing is paid out for three days', async () => {
  const farah = await world.signUp('farah')
  const desk = await openDesk(world, 'nadia')
  await farah.call.shop.saveSupplier({ ...supplier, ...bank })
  const mails = async () => {
    await world.app.jobs.deliverEvents(world.clock.now)
    return (await readOutbox(world.dataDir, 20)).filter(({ to }) => to === farah.email)
  }
  await sql`update sessions set proved_at = now() - interval '1 hour' where user_id = ${farah.userId}`.execute(
    world.db,
  )
  const other = { ...supplier, ...bank, bankAccount: '999988887777' }
  const record = () => desk.call.recordPayout({ id: farah.userId as never, amount: 1, reference: 'NEFT 1' })
  for (const change of [other, { ...supplier, removeBank: true }])
    await expect(farah.call.shop.saveSupplier(change)).rejects.toMatchObject({
      code: 'accounts.proof_needed',
      status: 403,
    })
  expect(await farah.call.shop.supplier()).toMatchObject({ bankLastFour: '5678' })
  await expect(record()).rejects.toMatchObject({ code: 'payments.nothing_ready' })
  await prove(farah)
  expect(await farah.call.shop.saveSupplier(other)).toMatchObject({ bankLastFour: '7777' })
  await expect.poll(mails).toMatchObject([{ subject: expect.stringContaining('The bank account of your') }])
  await expect(record()).rejects.toMatchObject({ code: 'shop.bank_just_changed' })
  world.clock.now = new Date(world.clock.now.getTime() + 72 * HOUR + 1)
  const later = await openDesk(world, 'olga')
  await expect(
    later.call.recordPayout({ id: farah.userId as never, amount: 1, reference: 'NEFT 1' }),
  ).rejects.toMatchObject({ code: 'payments.nothing_ready' })
})

test('a tax number that cannot be right is refused, small letters and spaces are not', async () => {
  const ravi = await world.signUp('ravi')
  await expect(ravi.call.shop.saveSupplier({ ...supplier, gstin: '27AAPFU0939F1ZW' })).rejects.toMatchObject({
    code: 'shop.gstin_wrong',
    status: 422,
  })
  expect(await ravi.call.shop.supplier()).toBeNull()
  expect(await ravi.call.shop.saveSupplier({ ...supplier, gstin: '27 aapfu0939f1zv' })).toMatchObject({
    gstin: '27AAPFU0939F1ZV',
  })
  expect(await ravi.call.shop.saveSupplier({ ...supplier, gstin: '' })).toMatchObject({ gstin: null })
})

test('an incomplete bank account is refused', async () => {
  const zoya = await world.signUp('zoya')
  const half = { ...supplier, bankHolder: 'Zoya', bankAccount: '123456789' }
  await expect(zoya.call.shop.saveSupplier(half)).rejects.toMatchObject({ code: 'shop.bank_incomplete' })
  await expect(
    zoya.call.shop.saveSupplier({ ...supplier, ...bank, bankAccount: '12345678' }),
  ).rejects.toMatchObject({ code: 'request.malformed' })
  expect(await zoya.call.shop.supplier()).toBeNull()
})

import { expect, test } from 'vitest'
import { openWorld } from '#/app/testing/world.ts'
import { unseal } from '#/kernel/server/sealing.ts'

const secret = 'the secret of this one test, long enough'
const world = await openWorld({ AUTH_SECRET: secret })
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
  const removed = await kabir.call.shop.saveSupplier({ ...supplier, removeBank: true })
  expect(removed.bankLastFour).toBeNull()
  expect((await row()).bank_details_sealed).toBeNull()
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

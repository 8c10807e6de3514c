import { expect, test } from 'vitest'
import { openWorld } from '#/app/testing/world.ts'
import { statementsWith } from '#/kernel/testing/statements.ts'
import { makeStylist, type StylistInput } from './styling.factory.ts'

const world = await openWorld()
const { db } = world
const asha = await world.signUp('asha')

async function stylist(name: string, rest: Omit<StylistInput, 'userId'> = {}) {
  const { userId } = await world.signUp(name)
  return makeStylist(db, { userId, fullName: name, ...rest })
}
const rate = (id: string, rating: number) =>
  db.updateTable('providers').set({ rating, total_reviews: 3 }).where('id', '=', id).execute()
const farah = await stylist('farah', {
  verificationStatus: 'verified',
  yearsExperience: 5,
  bio: 'Calm hands.',
})
const noor = await stylist('noor', { location: 'Koramangala, Bengaluru', specializations: ['Nail Trimming'] })
const tara = await stylist('tara', { location: null })
await stylist('suspended', { verificationStatus: 'suspended' })
await stylist('rejected', { verificationStatus: 'rejected' })
await stylist('unfinished', { specializations: [] })
await rate(noor, 4.8)
await rate(farah, 4.2)

const found = async (search = {}) => (await asha.call.styling.stylists(search)).rows.map(({ id }) => id)

test('listed stylists come best rated first, whether or not they are verified', async () => {
  expect(await found()).toEqual([noor, farah, tara])
  expect(await asha.call.styling.stylist({ id: farah })).toMatchObject({
    name: 'farah',
    isVerified: true,
    rating: 4.2,
    totalReviews: 3,
    yearsExperience: 5,
    bio: 'Calm hands.',
    hourlyRate: { amount: 80_000, currency: 'INR' },
    location: 'Bandra, Mumbai',
  })
  expect(await asha.call.styling.stylist({ id: noor })).toMatchObject({ isVerified: false })
})

test('they are found by words of their place and by a service', async () => {
  expect(await found({ location: 'koramangala' })).toEqual([noor])
  expect(await found({ location: '%' })).toEqual([])
  expect(await found({ service: 'Nail Trimming' })).toEqual([noor, farah, tara])
  expect(await found({ service: 'Flea Treatment' })).toEqual([farah, tara])
  await expect(asha.call.styling.stylists({ service: 'Tattoos' as never })).rejects.toMatchObject({
    code: 'request.malformed',
  })
})

test('every stylist is on exactly one page, and a page takes one statement', async () => {
  for (let index = 0; index < 25; index++) await stylist(`more-${index}`)
  const first = await asha.call.styling.stylists({})
  const rest = await asha.call.styling.stylists({ cursor: first.nextCursor! })
  expect([first.rows.length, rest.rows.length, rest.nextCursor]).toEqual([20, 8, null])
  expect(new Set([...first.rows, ...rest.rows].map(({ id }) => id)).size).toBe(28)
  expect(await statementsWith('"pet_stylists"', () => asha.call.styling.stylists({}))).toHaveLength(1)
})

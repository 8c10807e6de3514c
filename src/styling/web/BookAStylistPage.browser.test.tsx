import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '#/app/testing/browser/accessible.ts'
import { answer } from '#/app/testing/browser/answers.ts'
import { made, newId } from '#/app/testing/browser/made.ts'
import { address, openPage } from '#/app/testing/browser/open-page.tsx'
import { signIn } from '#/app/testing/browser/people.ts'
import { locationContract, placeSchema } from '#/location/contract.ts'
import { stylingContract } from '#/styling/contract.ts'
import { stylistSchema } from '#/styling/shapes.ts'

test('an empty list suggests which filter to remove', async () => {
  signIn('Asha Verma')
  const near = 'Indiranagar, Bengaluru'
  answer(locationContract.placesNamed, {
    places: [made(placeSchema, { display: near, lat: 12.97, lon: 77.64 })],
  })
  const stylists = [1, 2].map((n) =>
    made(stylistSchema, {
      id: newId(),
      name: `Stylist ${n}`,
      hourlyRate: { amount: 50_000, currency: 'INR' },
      location: near,
      timeZone: 'Asia/Kolkata',
    }),
  )
  const { inputs } = answer(stylingContract.stylists, ({ maxPrice, lat }) => ({
    rows: maxPrice === undefined ? stylists.map((row) => ({ ...row, distanceKm: lat ? 3 : null })) : [],
    nextCursor: null,
  }))
  await openPage(`/services/book-a-stylist?near=${encodeURIComponent(near)}&within=10&price=1`)
  await expect.element(page.getByRole('heading', { name: 'No stylist matches both filters.' })).toBeVisible()
  await expectAccessible()
  expect(inputs).toContainEqual(expect.objectContaining({ maxPrice: 100, within: 10 }))
  await page.getByRole('button', { name: /^Without Up to ₹1: \d+ pet stylists$/ }).click()
  await expect.element(page.getByRole('article').first()).toHaveTextContent('km away')
  expect(address()).toMatch(/near=.*within=10$/)
})

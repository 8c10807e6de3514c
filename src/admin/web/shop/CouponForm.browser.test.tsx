import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { adminContract } from '#/admin/contract.ts'
import { expectAccessible } from '#/app/testing/browser/accessible.ts'
import { answer } from '#/app/testing/browser/answers.ts'
import { signInAdmin } from '#/app/testing/browser/desk.ts'
import { made, newId } from '#/app/testing/browser/made.ts'
import { openPage } from '#/app/testing/browser/open-page.tsx'
import { deskCouponSchema } from '#/shop/coupons.ts'

beforeEach(() => {
  // Still 1 November in most browsers’ zones, but not in the operator’s.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-01T20:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

test('the desk adds a coupon, whose days are those of the operator’s zone', async () => {
  signInAdmin('Nadia')
  answer(adminContract.coupons, { rows: [], nextCursor: null })
  answer(adminContract.couponChoices, { sellers: [], timeZone: 'Asia/Kolkata' })
  await openPage('/admin-dashboard?view=coupons')
  await page.getByRole('link', { name: 'Add coupon' }).click()
  const add = page.getByRole('button', { name: 'Add coupon' })
  const field = (name: string) => page.getByRole('textbox', { name })
  await add.click()
  await expect.element(field('Code')).toHaveFocus()
  await expect.element(page.getByText('Please enter either a percentage or an amount.')).toBeVisible()
  await expect.element(field('First day')).toHaveValue('2026-11-02')
  await field('Code').fill('DIWALI')
  await field('Discount in percent').fill('20')
  await expect.element(field('Uses per person')).toHaveValue('1')
  await add.click()
  await expect.element(field('Maximum discount in rupees')).toHaveFocus()
  await expect.element(page.getByText('Please enter a maximum discount for this percentage.')).toBeVisible()
  await field('Maximum discount in rupees').fill('75')
  await page.getByRole('combobox', { name: 'Only for a category' }).selectOptions('Beds')
  await expectAccessible()
  const { inputs } = answer(adminContract.addCoupon, { id: newId() })
  const amount = (rupees: number) => ({ amount: rupees * 100, currency: 'INR' })
  const coupon = made(deskCouponSchema, {
    id: newId(),
    code: 'DIWALI',
    percent: 20,
    mostDiscount: amount(75),
    minimum: amount(0),
    category: 'beds',
    isActive: true,
    used: 1,
    discounted: amount(75),
  })
  const { inputs: searches } = answer(adminContract.coupons, { rows: [coupon], nextCursor: null })
  await add.click()
  await page.getByRole('searchbox', { name: 'Search' }).fill('diwali')
  const card = page.getByRole('article', { name: 'DIWALI' })
  await expect.element(card).toHaveTextContent('20% off beds, ₹75.00 at most')
  await expect.element(card).toHaveTextContent('Used 1 time, ₹75.00 taken off')
  await expect.poll(() => searches.at(-1)).toMatchObject({ search: 'diwali', show: 'running' })
  const terms = { percent: 20, mostDiscount: 7500, category: 'beds', mostPerPerson: 1 }
  expect(inputs).toMatchObject([{ code: 'DIWALI', terms: { ...terms, validFrom: '2026-11-02' } }])
  await expectAccessible()
})

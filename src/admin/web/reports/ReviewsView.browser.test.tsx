import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { adminContract } from '#/admin/contract.ts'
import { expectAccessible } from '#/app/testing/browser/accessible.ts'
import { answer } from '#/app/testing/browser/answers.ts'
import { signInAdmin } from '#/app/testing/browser/desk.ts'
import { made, newId } from '#/app/testing/browser/made.ts'
import { openPage } from '#/app/testing/browser/open-page.tsx'
import { deskReviewSchema } from '#/shop/desk.ts'

test('the desk keeps a review that was reported, and closes the reports', async () => {
  signInAdmin('Nadia')
  const at = new Date('2026-11-02T06:30:00Z')
  const review = made(deskReviewSchema, {
    id: newId(),
    writer: { id: newId(), name: 'Farida' },
    product: { id: newId(), name: 'Hemp Rope' },
    seller: { id: newId(), name: 'Paws' },
    stars: 4,
    isReported: true,
    complaints: [{ id: newId(), reason: 'It’s about another rope', at, closed: null }],
  })
  const { inputs: asked } = answer(adminContract.reviews, { rows: [review], nextCursor: null })
  await openPage('/admin-dashboard?view=reviews&show=reported&q=rope')
  const card = page.getByRole('article', { name: 'Review of Hemp Rope by' })
  await expect.element(card.getByText('It’s about another rope')).toBeVisible()
  expect(asked).toContainEqual(expect.objectContaining({ search: 'rope', show: 'reported' }))
  await expectAccessible()
  await card.getByRole('button', { name: 'Keep the review by Farida' }).click()
  await page.getByRole('textbox', { name: 'Reason' }).fill('It’s about this one')
  const { inputs } = answer(adminContract.keepReview, () => {
    answer(adminContract.reviews, { rows: [], nextCursor: null })
  })
  await page.getByRole('button', { name: 'Keep and close reports' }).click()
  await expect.element(page.getByText('The reports are closed.')).toBeVisible()
  await expect.element(card).not.toBeInTheDocument()
  expect(inputs).toEqual([{ id: review.id, reason: 'It’s about this one' }])
})

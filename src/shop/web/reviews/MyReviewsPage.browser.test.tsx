import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '#/app/testing/browser/accessible.ts'
import { answer } from '#/app/testing/browser/answers.ts'
import { made, newId } from '#/app/testing/browser/made.ts'
import { openPage } from '#/app/testing/browser/open-page.tsx'
import { shopContract } from '#/shop/contract.ts'
import { ownReviewSchema } from '#/shop/reviews.ts'
import { signInSupplier } from '#/shop/web/product.factory.ts'

const said = {
  stars: 4,
  feedback: 'Still in one piece',
  reply: null as string | null,
  at: new Date('2026-11-02'),
}

test('a seller answers a review that isn’t answered', async () => {
  signInSupplier()
  const review = made(ownReviewSchema, {
    id: newId(),
    by: 'Farida',
    ...said,
    product: { id: newId(), name: 'Hemp Rope' },
    mayReply: true,
  })
  const { inputs: asked } = answer(shopContract.ownReviews, { rows: [review], nextCursor: null })
  await openPage('/my-products/reviews')
  await page.getByLabelText('Show').selectOptions('Not answered')
  await page.getByRole('button', { name: 'Answer review of Hemp Rope by Farida' }).click()
  expect(asked).toMatchObject([{ show: 'all' }, { show: 'unanswered' }])
  const dialog = page.getByRole('dialog', { name: 'Answer in public?' })
  await dialog.getByRole('textbox').fill('Give them our best')
  await expectAccessible()
  const { inputs } = answer(shopContract.answerReview, () => {
    answer(shopContract.ownReviews, { rows: [], nextCursor: null })
  })
  await dialog.getByRole('button', { name: 'Publish answer' }).click()
  await expect.element(page.getByText('No reviews are waiting for an answer.')).toBeVisible()
  expect(inputs).toEqual([{ id: review.id, reply: 'Give them our best' }])
  await expectAccessible()
})

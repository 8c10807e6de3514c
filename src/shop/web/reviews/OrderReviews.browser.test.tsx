import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '#/app/testing/browser/accessible.ts'
import { answer, refuse } from '#/app/testing/browser/answers.ts'
import { newId } from '#/app/testing/browser/made.ts'
import { choose } from '#/app/testing/browser/open-page.tsx'
import { signIn } from '#/app/testing/browser/people.ts'
import { shopContract } from '#/shop/contract.ts'
import { makeOrder, openOrder } from '#/shop/web/orders/order.factory.ts'

const said = {
  stars: 4,
  feedback: 'Still in one piece',
  reply: null as string | null,
  at: new Date('2026-11-02'),
}

test('a buyer rates what was delivered, changes the review and deletes it', async () => {
  signIn('Farida Khan')
  const bought = { productId: newId(), name: 'Hemp Rope', imageUrl: null, isRemoved: false }
  let review: typeof said | null = null
  const reviews = () => ({ rows: [{ ...bought, review }] })
  await openOrder(makeOrder('delivered'), reviews)
  const rate = page.getByRole('region', { name: 'Rate what you bought' })
  await rate.getByRole('button', { name: 'Rate Hemp Rope' }).click()
  const dialog = page.getByRole('dialog', { name: 'Rate Hemp Rope' })
  const publish = dialog.getByRole('button', { name: 'Publish' })
  await publish.click()
  await expect.element(dialog.getByText('Please choose one to five stars.')).toBeVisible()
  await choose(dialog.getByRole('radio', { name: '4 stars: Very good' }))
  await dialog.getByLabelText('Your words (optional)').fill('Still in one piece')
  await expectAccessible()
  refuse(shopContract.review, 'shop.review_unconfirmed')
  await publish.click()
  await expect.element(page.getByText(/^Please confirm your email address or phone number/)).toBeVisible()
  const { inputs } = answer(shopContract.review, () => {
    review = said
  })
  await publish.click()
  await expect.element(rate.getByText('Still in one piece')).toBeVisible()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(inputs).toEqual([{ id: bought.productId, stars: 4, feedback: 'Still in one piece' }])
  await expectAccessible()

  review = { ...said, reply: 'Give them our best' }
  await openOrder(makeOrder('delivered'), reviews)
  await expect.element(rate.getByText('The seller answered: Give them our best')).toBeVisible()
  await rate.getByRole('button', { name: 'Change your review of Hemp Rope' }).click()
  answer(shopContract.deleteReview, () => {
    review = null
  })
  await dialog.getByRole('button', { name: 'Delete review' }).click()
  await expect.element(rate.getByRole('button', { name: 'Rate Hemp Rope' })).toBeVisible()
})

import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '#/app/testing/browser/accessible.ts'
import { answer, refuse } from '#/app/testing/browser/answers.ts'
import { made, newId } from '#/app/testing/browser/made.ts'
import { openPage } from '#/app/testing/browser/open-page.tsx'
import { signIn } from '#/app/testing/browser/people.ts'
import { shopContract } from '#/shop/contract.ts'
import { productReviewSchema } from '#/shop/reviews.ts'
import { listCards, makeCard, makeProduct } from '#/shop/web/product.factory.ts'

const said = {
  stars: 4,
  feedback: 'Still in one piece',
  reply: null as string | null,
  at: new Date('2026-11-02'),
}

/** Opens a product with a review by Farida, for the person who is logged in. */
async function openReviewed(reply: string | null = null) {
  const product = makeProduct('Hemp Rope', {
    rating: 4,
    reviewCount: 1,
    starCounts: [0, 0, 0, 1, 0],
    seller: { name: 'Paws', isPharmacist: false },
  })
  answer(shopContract.product, product)
  const review = made(productReviewSchema, { id: newId(), by: 'Farida', ...said, reply })
  answer(shopContract.productReviews, { rows: [review], nextCursor: null })
  await openPage(`/merchandise?product=${product.id}`)
}

const reviews = page.getByRole('region', { name: 'Reviews' })
const report = reviews.getByRole('button', { name: 'Report the review by Farida' })
const send = reviews.getByRole('button', { name: 'Send report' })

test('a visitor reads a review with the writer’s first name, and the seller’s answer', async () => {
  answer(shopContract.products, listCards(makeCard('Hemp Rope', { rating: 4, reviewCount: 1 })))
  await openPage('/merchandise?q=hemp')
  await expect.element(page.getByText('Rated 4.0 out of 5, 1 review')).toBeInTheDocument()
  await openReviewed('Give them our best')
  await expect.element(reviews.getByText('Still in one piece')).toBeVisible()
  await expect.element(reviews.getByRole('article')).toHaveTextContent('Farida')
  await expect.element(reviews.getByText('Paws answered:')).toBeVisible()
  await expectAccessible()
})

test('a review is reported with a reason, but one’s own isn’t', async () => {
  signIn('Leela Rao')
  await openReviewed()
  await report.click()
  await send.click()
  await expect.element(reviews.getByRole('alert')).toHaveTextContent(/^Please give a reason\.$/)
  await reviews.getByRole('textbox').fill('It’s about another rope')
  await expectAccessible()
  refuse(shopContract.reportReview, 'shop.own_review')
  await send.click()
  await expect.element(reviews.getByRole('alert')).toHaveTextContent(/^This is your own review/)
  const { inputs } = answer(shopContract.reportReview)
  await send.click()
  await expect.element(reviews.getByText('Thank you. We’ll look into it')).toBeVisible()
  expect(inputs).toMatchObject([{ reason: 'It’s about another rope' }])
})

import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answer } from '#/app/testing/browser/answers.ts'
import { made } from '#/app/testing/browser/made.ts'
import { openPage } from '#/app/testing/browser/open-page.tsx'
import { signIn } from '#/app/testing/browser/people.ts'
import { answerTimes } from '#/booking/web/times.factory.ts'
import { dayOf } from '#/kernel/time.ts'
import { ratingsContract } from '#/ratings/contract.ts'
import { reviewSchema } from '#/ratings/shapes.ts'
import { answerBooking, makeVet } from '#/veterinary/web/vet.factory.ts'

test('a note about a late cancellation is shown before a vet has any stars', async () => {
  signIn('Asha Verma')
  const vet = makeVet({ rating: null, totalReviews: 0 })
  answerBooking(vet)
  answerTimes({ first: dayOf(new Date(), 'Asia/Kolkata') })
  const { inputs } = answer(ratingsContract.reviews, {
    rows: [made(reviewSchema, { stars: null, feedback: 'An hour before' })],
    nextCursor: null,
  })
  await openPage(`/services/book-a-vet?vet=${vet.id}`)
  const dialog = page.getByRole('dialog', { name: 'Book with Dr. Meera Iyer' })
  await dialog.getByText('New', { exact: true }).click()
  await expect.element(dialog.getByText('An hour before')).toBeVisible()
  await openPage('/services/book-a-vet?q=Meera')
  await page.getByRole('button', { name: 'New: read the reviews of Dr. Meera Iyer' }).click()
  await expect.element(page.getByRole('dialog').getByText('An hour before')).toBeVisible()
  expect(inputs[0]).toMatchObject({ id: vet.id })
})

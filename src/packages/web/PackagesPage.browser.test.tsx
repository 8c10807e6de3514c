import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answer } from '#/app/testing/browser/answers.ts'
import { made, newId } from '#/app/testing/browser/made.ts'
import { openPage } from '#/app/testing/browser/open-page.tsx'
import { signIn } from '#/app/testing/browser/people.ts'
import { packagesContract } from '#/packages/contract.ts'
import { packageSchema } from '#/packages/shapes.ts'

type Trainer = { isBookable: boolean; isAway: boolean }

async function openWith(trainer: Trainer): Promise<void> {
  signIn('Farida Khan')
  const bought = made(packageSchema, {
    status: 'active',
    title: 'Puppy basics',
    sessions: 4,
    balance: 4,
    minutes: 60,
    timeZone: 'Asia/Kolkata',
    price: { amount: 280_000, currency: 'INR' },
    returnFor: { amount: 280_000, currency: 'INR' },
    refunded: { amount: 0, currency: 'INR' },
    paidAt: new Date('2026-11-02T06:30:00Z'),
    expiresAt: new Date('2026-12-02T18:30:00Z'),
    returnUntil: new Date('2026-12-02T18:30:00Z'),
    trainer: { id: newId(), name: 'Om Prakash', imageUrl: null, ...trainer },
  })
  answer(packagesContract.mine, { rows: [bought], nextCursor: null })
  await openPage('/packages')
}

const bookLink = page.getByRole('link', { name: 'Book a session with Puppy basics' })

test('a package whose trainer is closed until it expires says so, and can be returned', async () => {
  await openWith({ isBookable: false, isAway: false })
  await expect
    .element(
      page.getByText(
        /^Om Prakash has no open day before this package expires on .*2 Dec.*2026\. You can return what’s left of it\.$/,
      ),
    )
    .toBeVisible()
  await expect.element(bookLink).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Return Puppy basics' }).click()
  await expect.element(page.getByText(/You can return it until/)).toBeVisible()
})

test('one whose trainer takes no bookings doesn’t expire meanwhile', async () => {
  await openWith({ isBookable: false, isAway: true })
  await expect.element(page.getByText(/The package doesn’t expire meanwhile/)).toBeVisible()
  await expect.element(page.getByText(/no open day/)).not.toBeInTheDocument()
})

test('otherwise it can be booked with', async () => {
  await openWith({ isBookable: true, isAway: false })
  await expect.element(bookLink).toBeVisible()
})

import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answer } from '#/app/testing/browser/answers.ts'
import { made, newId } from '#/app/testing/browser/made.ts'
import { openPage } from '#/app/testing/browser/open-page.tsx'
import { signIn } from '#/app/testing/browser/people.ts'
import { paymentSchema, paymentsContract } from '#/payments/contract.ts'

const visit = {
  with: 'Kavya Menon',
  pet: 'Momo',
  startsAt: new Date('2026-12-03T03:30:00Z'),
  timeZone: 'Asia/Kolkata',
}

test.each([
  [true, 'how to join'],
  [false, 'it'],
])(
  'after paying a visit whose being online is %s, owners find %s under My appointments',
  async (isOnline, what) => {
    signIn('Asha Verma')
    const id = newId()
    answer(
      paymentsContract.payment,
      made(paymentSchema, {
        id,
        status: 'completed',
        description: 'Hostel stay with Kavya Menon',
        amount: { amount: 360_000, currency: 'INR' },
        visit: { ...visit, isOnline },
      }),
    )
    await openPage(`/payment-success?payment=${id}`)
    await expect.element(page.getByText(`You’ll find ${what} under My appointments.`)).toBeVisible()
  },
)

import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '#/app/testing/browser/accessible.ts'
import { answer, fail, holdBack, refuse } from '#/app/testing/browser/answers.ts'
import { made } from '#/app/testing/browser/made.ts'
import { openPage } from '#/app/testing/browser/open-page.tsx'
import { signIn } from '#/app/testing/browser/people.ts'
import { methodSchema, paymentsContract } from '#/payments/contract.ts'

const methodsAre = (...methods: object[]) => ({
  methods: methods.map((method) => made(methodSchema, { isUsable: true, ...method })),
  offered: ['card' as const, 'upi' as const],
  isSandbox: true,
  chargesByItself: true,
  charging: { hoursBefore: 24, most: null },
  takesUpiId: true,
})

beforeEach(() => {
  signIn('Asha Verma')
})

test('a mistyped UPI ID is refused at its field, and a right one leads to the gateway', async () => {
  answer(paymentsContract.methods, methodsAre())
  await openPage('/payments')
  await expect.element(page.getByText('No payment methods yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Add UPI' }).click()
  const field = page.getByLabelText('UPI ID')
  await expect.element(field).toHaveFocus()
  await field.fill('asha.verma')
  await page.getByRole('button', { name: 'Save UPI ID' }).click()
  await expect.element(field).toHaveAccessibleDescription('Please enter a UPI ID such as name@okbank.')
  await expectAccessible()

  const refused = refuse(paymentsContract.addMethod, 'payments.too_many_methods')
  await field.fill('asha.verma@okbank ')
  await page.getByRole('button', { name: 'Save UPI ID' }).click()
  await expect.element(page.getByText('Error', { exact: true })).toBeVisible()
  expect(refused.inputs).toEqual([{ methodType: 'upi', upiId: 'asha.verma@okbank' }])

  // Answered, the window would leave for the gateway.
  holdBack(paymentsContract.addMethod, { goTo: '/pay/methods/one' })
  await page.getByRole('button', { name: 'Save UPI ID' }).click()
  await expect.element(page.getByRole('button', { name: 'Opening...' })).toBeDisabled()
})

test('saved methods are listed with their ends only, and a failed list loads on Retry', async () => {
  fail(paymentsContract.methods)
  await openPage('/payments')
  await expect.element(page.getByRole('alert')).toBeVisible()
  answer(
    paymentsContract.methods,
    methodsAre(
      { methodType: 'upi', upiId: 'as***@okbank', isDefault: true },
      { methodType: 'card', cardBrand: 'Visa', cardLastFour: '1111' },
    ),
  )
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.element(page.getByText('as***@okbank')).toBeVisible()
  await expect.element(page.getByText('Visa •••• 1111')).toBeVisible()
  await expectAccessible()
})

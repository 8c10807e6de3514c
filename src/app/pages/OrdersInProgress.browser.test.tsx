import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '#/app/testing/browser/accessible.ts'
import { answer } from '#/app/testing/browser/answers.ts'
import { answerDashboard } from '#/app/testing/browser/dashboard.ts'
import { openPage } from '#/app/testing/browser/open-page.tsx'
import { signIn } from '#/app/testing/browser/people.ts'
import { shopContract } from '#/shop/contract.ts'
import { makeOrderRow } from '#/shop/web/orders/order.factory.ts'

test('the dashboard shows a parcel that is on its way, until it has arrived', async () => {
  signIn('Farida Khan')
  answerDashboard()
  const order = makeOrderRow({ status: 'shipped' })
  const { inputs } = answer(shopContract.orders, { rows: [order], nextCursor: null })
  await openPage('/dashboard')
  const waiting = page.getByRole('region', { name: 'Orders in progress' })
  await expect.element(waiting.getByText('On its way', { exact: true })).toBeVisible()
  await expect
    .element(waiting.getByRole('link', { name: /Cooling Bed/ }))
    .toHaveAttribute('href', `/order-confirmation/${order.id}`)
  expect(inputs).toMatchObject([{ show: 'open' }])
  await expectAccessible()
  answer(shopContract.orders, { rows: [], nextCursor: null })
  await openPage('/dashboard')
  await expect.element(waiting).toHaveTextContent('No orders in progress.')
})

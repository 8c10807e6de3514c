import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '#/app/testing/browser/accessible.ts'
import { answer } from '#/app/testing/browser/answers.ts'
import { made, newId } from '#/app/testing/browser/made.ts'
import { openPage } from '#/app/testing/browser/open-page.tsx'
import { signIn } from '#/app/testing/browser/people.ts'
import { shopContract } from '#/shop/contract.ts'
import { refillRowSchema } from '#/shop/prescriptions.ts'
import { rupees } from '#/shop/web/product.factory.ts'

test('a refill goes into the cart', async () => {
  signIn('Farida Khan')
  const offer = { variantId: newId(), quantity: 1, price: rupees(420) }
  const refill = made(refillRowSchema, {
    name: 'Itch Relief',
    petName: 'Bruno',
    prescriber: 'Dr. Anand Rao',
    left: 2,
    offer,
  })
  answer(shopContract.orders, { rows: [], nextCursor: null })
  answer(shopContract.refills, () => ({ rows: [{ ...refill }] }))
  await openPage('/my-orders')
  await page.getByRole('link', { name: 'My refills' }).click()
  await expect.element(page.getByText(/^2 refills left/)).toHaveTextContent('Dr. Anand Rao')
  await expectAccessible()
  answer(shopContract.cart, { sellers: [], count: 0, total: rupees(0) })
  const { inputs } = answer(shopContract.addToCart, () => {
    refill.isInCart = true
    return { count: 1, quantity: 1 }
  })
  await page.getByRole('button', { name: /^Add 1 × / }).click()
  await page.getByRole('link', { name: /is in your cart\. View cart$/ }).click()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent(/^Your cart$/)
  expect(inputs).toMatchObject([{ variantId: offer.variantId, quantity: 1 }])
})

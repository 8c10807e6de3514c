import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '#/app/testing/browser/accessible.ts'
import { answer, refuse } from '#/app/testing/browser/answers.ts'
import { openPage } from '#/app/testing/browser/open-page.tsx'
import { shopContract } from '#/shop/contract.ts'
import { signInSupplier } from '#/shop/web/product.factory.ts'

const delivery = page.getByRole('region', { name: 'Delivery' })
const pins = delivery.getByRole('textbox', { name: 'PIN codes you deliver to' })
const save = delivery.getByRole('button', { name: 'Save', exact: true })

/** Opens the page of a supplier without products, and the form on their delivery. */
async function openDelivery() {
  const selling = signInSupplier()
  answer(shopContract.ownProducts, { rows: [], nextCursor: null })
  await openPage('/my-products')
  await expect.element(delivery).toHaveTextContent('You deliver to all of India in 2 to 5 working days.')
  await delivery.getByRole('button', { name: 'Change delivery' }).click()
  return selling.sellers[0]!
}

test('a seller chooses where they deliver', async () => {
  const seller = await openDelivery()
  await expect.element(page.getByText('You have no products yet.')).toBeVisible()
  const least = delivery.getByRole('textbox', { name: 'Minimum working days' })
  await pins.fill('560, 899')
  await least.fill('6')
  await save.click()
  await expect.element(pins).toHaveFocus()
  await expect.element(delivery).toHaveTextContent('No PIN code starts with 899. Please check it.')
  await expect.element(delivery).toHaveTextContent('This can’t be less than the minimum.')
  await expectAccessible()
  const { inputs } = answer(shopContract.saveDelivery, (input) => {
    seller.delivery = input.delivery
    return input.delivery
  })
  await pins.fill('560, 56, 600 001')
  await least.fill('1')
  await delivery.getByRole('textbox', { name: 'Maximum working days' }).fill('1')
  await save.click()
  await expect.element(delivery).toHaveTextContent('Saved. Buyers can see this now.')
  await expect.element(delivery).toHaveTextContent('PIN codes that start with 56 or 600001 in 1 working day.')
  expect(inputs).toEqual([
    {
      record: 'supplier',
      delivery: { beginnings: ['56', '600001'], from: 1, to: 1 },
      seen: { beginnings: [], from: 2, to: 5 },
    },
  ])
})

test('an older tab doesn’t overwrite the delivery that was saved in another', async () => {
  const seller = await openDelivery()
  await pins.fill('4')
  seller.delivery = { beginnings: ['56', '600001'], from: 1, to: 1 }
  refuse(shopContract.saveDelivery, 'shop.delivery_changed')
  await save.click()
  await expect.element(delivery).toHaveTextContent('changed elsewhere')
  await delivery.getByRole('button', { name: 'Show what was saved' }).click()
  await expect.element(pins).toHaveValue('56, 600001')
})

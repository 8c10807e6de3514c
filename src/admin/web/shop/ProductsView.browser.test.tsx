import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { adminContract } from '#/admin/contract.ts'
import { expectAccessible } from '#/app/testing/browser/accessible.ts'
import { answer } from '#/app/testing/browser/answers.ts'
import { signInAdmin } from '#/app/testing/browser/desk.ts'
import { made, newId } from '#/app/testing/browser/made.ts'
import { openPage } from '#/app/testing/browser/open-page.tsx'
import { deskProductSchema } from '#/shop/desk.ts'

test('support hides a product with a reason, and shows it again', async () => {
  signInAdmin('Nadia', 'support')
  const product = made(deskProductSchema, {
    id: newId(),
    name: 'Hemp Collar',
    seller: { id: newId(), userId: newId(), name: 'Green Tail' },
    isListed: true,
  })
  const { inputs: searches } = answer(adminContract.products, () => ({
    rows: [{ ...product }],
    nextCursor: null,
  }))
  const reason = 'The buckle breaks, so dogs get loose.'
  await openPage('/admin-dashboard?view=products')
  await page.getByRole('searchbox', { name: 'Search' }).fill('hemp')
  const card = page.getByRole('article', { name: 'Hemp Collar' })
  await expect.element(card).toHaveTextContent('Sold by Green Tail')
  await expect.poll(() => searches.at(-1)).toMatchObject({ search: 'hemp' })
  await expectAccessible()
  await card.getByRole('button', { name: 'Hide Hemp Collar' }).click()
  const dialog = page.getByRole('dialog', { name: 'Hide this product?' })
  const hide = dialog.getByRole('button', { name: 'Hide', exact: true })
  await hide.click()
  await expect.element(dialog.getByRole('textbox', { name: 'Reason' })).toHaveFocus()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill(reason)
  await expectAccessible()
  const hidden = answer(adminContract.hideProduct, () => {
    product.hidden = { at: new Date('2026-11-02T06:30:00Z'), reason }
  })
  await hide.click()
  await expect.element(page.getByText('The product is hidden.')).toBeVisible()
  await expect.element(card).toHaveTextContent(reason)
  expect(hidden.inputs).toEqual([{ id: product.id, reason }])
  await expectAccessible()
  await card.getByRole('button', { name: 'Show Hemp Collar again' }).click()
  const shown = answer(adminContract.showProduct, () => {
    product.hidden = null
  })
  await page.getByRole('dialog').getByRole('button', { name: 'Show again' }).click()
  await expect.element(page.getByText('The product isn’t hidden any more.')).toBeVisible()
  await expect.element(card).not.toHaveTextContent(reason)
  expect(shown.inputs).toEqual([{ id: product.id }])
})

import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '#/app/testing/browser/accessible.ts'
import { answer } from '#/app/testing/browser/answers.ts'
import { made } from '#/app/testing/browser/made.ts'
import { address, openPage } from '#/app/testing/browser/open-page.tsx'
import { shopContract } from '#/shop/contract.ts'
import { importResultSchema } from '#/shop/import.ts'
import { signInSupplier } from '#/shop/web/product.factory.ts'

const choose = (text: string) =>
  page.getByLabelText('Choose a CSV file').upload(new File([text], 'products.csv', { type: 'text/csv' }))
const result = (fields: object) =>
  made(importResultSchema, { added: 0, changed: 0, problemCount: 0, ...fields })

test('a supplier imports a file: first with errors, then right', async () => {
  signInSupplier()
  await openPage('/my-products/import')
  await expect.element(page.getByRole('heading', { name: 'Import products' })).toBeVisible()
  const trial = answer(
    shopContract.importProducts,
    result({
      problems: [
        { line: 2, column: 'price', problem: 'price_zero', detail: null },
        { line: 3, column: 'sku', problem: 'doubled_sku', detail: '2' },
        { line: 3, column: 'tax_class', problem: 'unknown', detail: 'food, general' },
      ],
      problemCount: 3,
    }),
  )
  await choose('sku,name\nA,Oats')
  await expect.element(page.getByRole('heading', { name: 'products.csv: 3 problems' })).toBeVisible()
  const items = page.getByRole('listitem')
  await expect.element(items.filter({ hasText: 'Line 2, price' })).toHaveTextContent('above 0')
  await expect.element(items.filter({ hasText: 'Line 3, sku' })).toHaveTextContent('Line 2 has this SKU too.')
  await expectAccessible()
  const found = { added: 2, sizes: 2, preview: [], kept: [] }
  answer(shopContract.importProducts, result(found))
  await choose('sku,name\nA,Oats\nB,Rice')
  await expect.element(page.getByRole('heading', { name: 'products.csv: 2 new products' })).toBeVisible()
  await expectAccessible()
  const written = answer(shopContract.importProducts, result({ ...found, isWritten: true }))
  answer(shopContract.ownProducts, { rows: [], nextCursor: null })
  await page.getByRole('button', { name: 'Import them' }).click()
  await expect.poll(address).toBe('/my-products')
  expect(trial.inputs).toEqual([{ file: 'sku,name\nA,Oats', isTrial: true }])
  expect(written.inputs).toEqual([{ file: 'sku,name\nA,Oats\nB,Rice', isTrial: false }])
})

test('columns that are missing from the file keep what changed products have', async () => {
  signInSupplier()
  await openPage('/my-products/import')
  answer(shopContract.importProducts, result({ changed: 1, sizes: 1, kept: ['description', 'ingredients'] }))
  await choose('sku,name\nA,Oats')
  await expect
    .element(page.getByText('changed products keep their current values'))
    .toHaveTextContent('description')
})

test('a file in Windows’ encoding is read, and the seller is asked to look at its letters', async () => {
  signInSupplier()
  await openPage('/my-products/import')
  const trial = answer(shopContract.importProducts, result({ added: 1, sizes: 1, preview: [], kept: [] }))
  const bytes = new Uint8Array([...'sku,name\nA,Caf'].map((letter) => letter.charCodeAt(0)).concat(0xe9))
  await page
    .getByLabelText('Choose a CSV file')
    .upload(new File([bytes], 'products.csv', { type: 'text/csv' }))
  await expect.element(page.getByText('we’ve read it as Windows-1252')).toBeVisible()
  expect(trial.inputs).toEqual([{ file: 'sku,name\nA,Café', isTrial: true }])
})

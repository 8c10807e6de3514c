import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { adminContract } from '#/admin/contract.ts'
import { expectAccessible } from '#/app/testing/browser/accessible.ts'
import { answer } from '#/app/testing/browser/answers.ts'
import { signInAdmin } from '#/app/testing/browser/desk.ts'
import { newId } from '#/app/testing/browser/made.ts'
import { openPage } from '#/app/testing/browser/open-page.tsx'

test('the desk adds a tax class and changes its rate', async () => {
  signInAdmin('Nadia')
  const rows = [{ id: newId(), name: 'food', rate: 18, products: 3 }]
  answer(adminContract.taxClasses, () => ({ rows: structuredClone(rows) }))
  await openPage('/admin-dashboard?view=tax')
  await expect.element(page.getByRole('article', { name: 'food' })).toBeVisible()
  await page.getByRole('button', { name: 'Add tax class' }).click()
  const added = page.getByRole('article', { name: 'New tax class' })
  const rate = added.getByRole('textbox', { name: 'Rate in percent' })
  const save = added.getByRole('button', { name: 'Save tax class' })
  await added.getByRole('textbox', { name: 'Name' }).fill('seed')
  await rate.fill('5.125')
  await save.click()
  await expect.element(added.getByText('Please enter a rate from 0 to 40, like 5 or 12.5.')).toBeVisible()
  await expectAccessible()
  await rate.fill('5')
  const adds = answer(adminContract.addTaxClass, (input) => {
    const row = { id: newId(), ...input, products: 0 }
    rows.push(row)
    return { id: row.id }
  })
  await save.click()
  const card = page.getByRole('article', { name: 'seed' })
  await expect.element(card).toHaveTextContent('seed: 5%')
  expect(adds.inputs).toEqual([{ name: 'seed', rate: 5 }])
  await card.getByRole('button', { name: 'Change the rate of seed' }).click()
  await card.getByRole('textbox', { name: 'Rate in percent' }).fill('12')
  const changes = answer(adminContract.changeTaxRate, (input) => {
    rows[1]!.rate = input.rate
  })
  await card.getByRole('button', { name: 'Save rate' }).click()
  await expect.element(card).toHaveTextContent('seed: 12%')
  expect(changes.inputs).toEqual([{ id: rows[1]!.id, from: 5, rate: 12 }])
})

test('support reads the tax classes, and can’t change them', async () => {
  signInAdmin('Omar', 'support')
  answer(adminContract.taxClasses, { rows: [{ id: newId(), name: 'food', rate: 18, products: 3 }] })
  await openPage('/admin-dashboard?view=tax')
  await expect.element(page.getByRole('article', { name: 'food' })).toHaveTextContent('food: 18%')
  await expect.element(page.getByRole('button', { name: /tax class|rate/ })).not.toBeInTheDocument()
})

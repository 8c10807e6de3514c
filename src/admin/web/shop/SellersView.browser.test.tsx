import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { adminContract } from '#/admin/contract.ts'
import { expectAccessible } from '#/app/testing/browser/accessible.ts'
import { answer } from '#/app/testing/browser/answers.ts'
import { signInAdmin } from '#/app/testing/browser/desk.ts'
import { made, newId } from '#/app/testing/browser/made.ts'
import { openPage } from '#/app/testing/browser/open-page.tsx'
import { deskAutoshipSchema, deskProductSchema, deskSellerSchema } from '#/shop/desk.ts'

const rupees = (amount: number) => ({ amount: amount * 100, currency: 'INR' })
const listed = <Row,>(...rows: Row[]) => ({ rows, nextCursor: null })
const leela = { id: newId(), name: 'Leela Rao' }

test('the desk finds a seller by email and sees what they sell', async () => {
  signInAdmin('Nadia')
  const seller = {
    ...made(deskSellerSchema, {
      id: newId(),
      name: 'Green Tail',
      user: { ...leela, email: 'leela@example.org' },
      canSell: true,
      categories: ['food'],
      openOrders: 0,
    }),
    owed: rupees(0),
    ready: rupees(0),
  }
  const { inputs } = answer(adminContract.sellers, ({ state }) =>
    state === '32' ? listed() : listed(seller),
  )
  await openPage('/admin-dashboard?view=sellers')
  await page.getByRole('searchbox', { name: 'Search' }).fill('leela@example.org')
  const card = page.getByRole('article', { name: 'Green Tail' })
  await expect.element(card).toHaveTextContent('1 listed: Food')
  await expect.element(card).toHaveTextContent('0 open orders · 1 autoship · nothing owed')
  const state = page.getByRole('combobox', { name: 'State' })
  await state.selectOptions('Kerala')
  await expect.element(page.getByText('No sellers match.')).toBeVisible()
  await state.selectOptions('Karnataka')
  await expect.element(card).toBeVisible()
  await expect.poll(() => inputs.at(-1)).toMatchObject({ search: 'leela@example.org', state: '29' })
  await expectAccessible()
  const product = made(deskProductSchema, {
    id: newId(),
    name: 'Millet & Lamb',
    seller: { id: seller.id, userId: leela.id, name: 'Green Tail' },
  })
  const products = answer(adminContract.products, listed(product))
  await card.getByRole('link', { name: 'Products of Green Tail' }).click()
  await expect.element(page.getByRole('article', { name: 'Millet & Lamb' })).toBeVisible()
  expect(products.inputs).toMatchObject([{ sellerId: seller.id }])
  history.back()
  const autoships = answer(adminContract.autoships, listed())
  await card.getByRole('link', { name: 'Autoships of Green Tail' }).click()
  await expect.poll(() => autoships.inputs.at(-1)).toMatchObject({ search: 'Green Tail' })
})

test('the desk cancels an autoship with a reason', async () => {
  signInAdmin('Nadia')
  const autoship = made(deskAutoshipSchema, {
    id: newId(),
    name: 'Millet & Lamb',
    weeks: 4,
    pays: 'link',
    agreedPrice: rupees(499),
    status: 'waiting',
    failures: 0,
    buyer: { id: newId(), name: 'Farida Khan' },
    seller: leela,
  })
  answer(adminContract.autoships, () => listed({ ...autoship }))
  await openPage('/admin-dashboard?view=autoships')
  const card = page.getByRole('article', { name: 'Millet & Lamb for Farida Khan' })
  await expect.element(card).toHaveTextContent('Every 4 weeks · ₹499.00 each · paid by link each time')
  await card.getByRole('button', { name: /^Cancel autoship of/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Cancel this autoship?' })
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Its maker has recalled it.')
  await expectAccessible()
  const { inputs } = answer(adminContract.endAutoship, () => {
    autoship.status = 'ended'
  })
  await dialog.getByRole('button', { name: 'Cancel autoship' }).click()
  await expect.element(page.getByText('The autoship is cancelled.')).toBeVisible()
  await expect.element(card.getByText('Cancelled', { exact: true })).toBeVisible()
  expect(inputs).toEqual([{ id: autoship.id, reason: 'Its maker has recalled it.' }])
  await expectAccessible()
})

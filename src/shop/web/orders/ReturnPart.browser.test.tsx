import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '#/app/testing/browser/accessible.ts'
import { answer } from '#/app/testing/browser/answers.ts'
import { fileInput, pictureFile, textFile } from '#/app/testing/browser/files.ts'
import { signIn } from '#/app/testing/browser/people.ts'
import { shopContract } from '#/shop/contract.ts'
import { makeOrder, makeStep, openOrder } from './order.factory.ts'

const parcel = page.getByRole('region', { name: /^Sold by/ })

beforeEach(() => {
  signIn('Farida Khan')
})

test('a damaged medicine is returned with a photo', async () => {
  const until = new Date('2026-11-05T06:30:00Z')
  const part = await openOrder(
    makeOrder('delivered', { mayReturn: { until, kinds: ['damaged', 'wrong'], needsPhoto: true } }),
  )
  await parcel.getByRole('button', { name: 'Return', exact: true }).click()
  await parcel.getByLabelText('What happened?').fill('The bottle is broken')
  const ask = parcel.getByRole('button', { name: 'Ask for a return' })
  await ask.click()
  await expect.element(parcel.getByText(/^Please add a photo/)).toBeVisible()
  await expect.element(parcel.getByRole('button', { name: 'Add a photo' })).toBeVisible()
  await fileInput().upload(textFile('scan.pdf', 'application/pdf'))
  await expect.element(parcel.getByText('Please choose a JPG, PNG or WebP picture.')).toBeVisible()
  await fileInput().upload(await pictureFile('bottle.jpg'))
  await expect.element(parcel.getByText('bottle.jpg')).toBeVisible()
  await expectAccessible()
  const { inputs } = answer(shopContract.askReturn, () => {
    Object.assign(part, { status: 'return_asked', mayReturn: null })
    return { done: true as const }
  })
  await ask.click()
  await expect.element(parcel.getByText('Return requested').first()).toBeVisible()
  expect(inputs).toMatchObject([
    { partId: part.id, kind: 'damaged', note: 'The bottle is broken', photo: expect.any(File) },
  ])
})

test('an approved return is sent back with its tracking number', async () => {
  const note = 'Please send it to 14 Residency Road'
  const part = await openOrder(
    makeOrder('return_approved', {
      returnTo: '3 Market Street, Bengaluru',
      steps: [makeStep('delivered'), makeStep('return_approved', 'seller', note)],
    }),
  )
  await expect
    .element(parcel.getByText('Send it to this address, unless the seller’s note above names another one'))
    .toBeVisible()
  const send = parcel.getByRole('button', { name: 'I’ve sent it back' })
  await send.click()
  await expect.element(parcel.getByRole('textbox', { name: 'Carrier' })).toHaveFocus()
  await parcel.getByRole('textbox', { name: 'Carrier' }).fill('India Post')
  await parcel.getByRole('textbox', { name: 'Tracking number' }).fill('EM918273645IN')
  await expectAccessible()
  const { inputs } = answer(shopContract.sendReturn, () => {
    part.status = 'return_sent'
    part.steps.push(makeStep('return_sent', 'owner'))
    return { done: true as const }
  })
  await send.click()
  await expect.element(parcel.getByText('The seller has until')).toBeVisible()
  expect(inputs).toMatchObject([{ partId: part.id, carrier: 'India Post', tracking: 'EM918273645IN' }])
  await expectAccessible()
})

test('a buyer reads that a return never came, and what the desk has decided', async () => {
  await openOrder(makeOrder('return_missing'))
  await expect.element(parcel.getByText('The seller says that your return never came.')).toBeVisible()
  await openOrder(
    makeOrder('returned', {
      steps: [makeStep('returned', 'admin', 'The carrier delivered it on Monday')],
    }),
  )
  await expect.element(parcel.getByText('The carrier delivered it on Monday')).toBeVisible()
  await expect.element(parcel.getByText('Returned', { exact: true }).first()).toBeVisible()
  await openOrder(
    makeOrder('return_approved', {
      steps: [makeStep('return_approved', 'admin', 'The photo shows the small one')],
    }),
  )
  await expect.element(parcel.getByText('The photo shows the small one')).toBeVisible()
  await expect.element(parcel.getByRole('button', { name: 'I’ve sent it back' })).toBeVisible()
})

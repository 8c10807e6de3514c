import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { z } from 'zod'
import { expectAccessible } from '#/app/testing/browser/accessible.ts'
import { answer, holdBack, lose } from '#/app/testing/browser/answers.ts'
import { fileInput, textFile } from '#/app/testing/browser/files.ts'
import { made, newId } from '#/app/testing/browser/made.ts'
import { address } from '#/app/testing/browser/open-page.tsx'
import { signIn } from '#/app/testing/browser/people.ts'
import { cartSchema } from '#/shop/cart.ts'
import { shopContract } from '#/shop/contract.ts'
import type { PartStatus } from '#/shop/order-states.ts'
import { checkedSchema, choiceSchema, dispensedLineSchema } from '#/shop/prescriptions.ts'
import { makeCheckout } from '#/shop/web/orders/checkout.factory.ts'
import { makeOrder, openOrder } from '#/shop/web/orders/order.factory.ts'
import { makeGiven } from './given.factory.ts'

const prescription = page.getByRole('region', { name: 'Prescription' })

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-02T06:30:00Z') })
  signIn('Farida Khan')
})
afterEach(() => {
  vi.useRealTimers()
})

/** Opens an order of two packs of a medicine in this state, with what its pharmacist says. */
async function openChecked(
  status: PartStatus,
  fields: Partial<z.input<typeof checkedSchema>> = {},
  decided = {},
) {
  const given = makeGiven('scan.pdf')
  const line = made(dispensedLineSchema, {
    id: newId(),
    prescriptionId: given.id,
    name: 'Itch Relief',
    variant: '10 tablets',
    asked: 2,
    status: 'submitted',
    ...decided,
  })
  const checked = made(checkedSchema, { prescriptions: [given], lines: [line], ...fields })
  const asked = answer(shopContract.orderPrescription, () => structuredClone(checked))
  const isRefused = status === 'cancelled'
  const part = await openOrder(makeOrder(status, { hasPrescription: true, isRefused }))
  return { checked, given, asked, part }
}

test('a buyer answers the pharmacist’s question with a better file', async () => {
  const { checked, given } = await openChecked('awaiting_prescription', { question: 'How heavy is Bruno?' })
  await expect.element(page.getByText('Waiting for the pharmacist: 2 ordered')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Pay Now' })).not.toBeInTheDocument()
  await prescription.getByRole('textbox', { name: 'Your answer' }).fill('12 kg')
  const petId = newId()
  const choices = [made(choiceSchema, { kind: 'given', id: given.id, petId })]
  answer(shopContract.prescriptionChoices, { pets: [{ id: petId, name: 'Bruno' }], choices })
  const sharper = newId()
  const added = answer(shopContract.addPrescription, { id: sharper })
  await fileInput().upload(textFile('sharper.pdf', 'application/pdf'))
  await expect.element(page.getByText('sharper.pdf goes to the pharmacist with your answer.')).toBeVisible()
  expect(added.inputs).toMatchObject([{ petId }])
  await expectAccessible()
  const { inputs } = answer(shopContract.answerPharmacist, ({ answer: words }) => {
    checked.answer = words
  })
  await prescription.getByRole('button', { name: 'Send', exact: true }).click()
  await expect.element(prescription.getByText('You answered: 12 kg')).toBeVisible()
  expect(inputs).toMatchObject([{ answer: '12 kg', replaces: { id: given.id, by: sharper } }])
})

test('a buyer reads what was approved, refused and packed', async () => {
  await openChecked('awaiting_payment', {}, { status: 'approved', quantity: 1 })
  await expect.element(page.getByText('Approved: 1 of 2')).toBeVisible()
  await openChecked(
    'packed',
    {},
    { status: 'approved', quantity: 1, batch: 'B-1182', expiresOn: '2099-12-31' },
  )
  await expect.element(page.getByText('Batch B-1182')).toBeVisible()
  await expectAccessible()
  await openChecked('cancelled', {}, { status: 'rejected', reason: 'It names another medicine.' })
  await expect.element(page.getByText('Reason: It names another medicine.')).toBeVisible()
  await expect.element(page.getByText('Prescription not approved').first()).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Pay Now' })).not.toBeInTheDocument()
  await expect
    .element(prescription.getByRole('link', { name: 'Ask your vet' }))
    .toHaveAttribute('href', '/services/book-a-vet')
  await expectAccessible()
})

test('a buyer whose prescription wasn’t approved orders again with another one', async () => {
  await openChecked('cancelled', {}, { status: 'rejected', reason: 'It names another medicine.' })
  answer(shopContract.buyAgain, { added: 0, gone: 1, full: 0 })
  const another = prescription.getByRole('button', { name: 'Upload another' })
  await another.click()
  await expect.element(prescription.getByText('This medicine isn’t in stock now.')).toBeVisible()
  const { inputs } = answer(shopContract.buyAgain, { added: 1, gone: 0, full: 0 })
  answer(shopContract.cart, made(cartSchema))
  answer(shopContract.checkout, makeCheckout())
  await another.click()
  await expect.poll(address).toBe('/checkout')
  expect(inputs).toHaveLength(1)
})

test('links to files, which work for five minutes, are renewed before they are used', async () => {
  const { asked } = await openChecked('awaiting_prescription')
  await expect.element(page.getByRole('link', { name: 'Open scan.pdf' })).toBeVisible()
  const before = asked.inputs.length
  vi.setSystemTime(Date.now() + 5 * 60_000)
  await page.getByRole('heading', { level: 1 }).hover()
  await expect.poll(() => asked.inputs.length).toBeGreaterThan(before)
})

test('an answer sent while its file is uploaded waits for it, and a failed file is retried', async () => {
  const { given } = await openChecked('awaiting_prescription', { question: 'How heavy is Bruno?' })
  await prescription.getByRole('textbox', { name: 'Your answer' }).fill('12 kg')
  const petId = newId()
  const choices = [made(choiceSchema, { kind: 'given', id: given.id, petId })]
  answer(shopContract.prescriptionChoices, { pets: [{ id: petId, name: 'Bruno' }], choices })
  const lost = lose(shopContract.addPrescription)
  await fileInput().upload(textFile('sharper.pdf', 'application/pdf'))
  const retry = prescription.getByRole('button', { name: 'Retry sharper.pdf' })
  await expect.element(retry).toBeVisible()
  const sharper = newId()
  const arrive = holdBack(shopContract.addPrescription, { id: sharper })
  const { inputs } = answer(shopContract.answerPharmacist)
  await retry.click()
  await expect.element(prescription.getByRole('progressbar', { name: 'Upload' })).toBeVisible()
  await prescription.getByRole('button', { name: 'Send' }).click()
  await expect
    .element(prescription.getByText('We’ll send your answer once the file is uploaded.'))
    .toBeVisible()
  expect([lost.inputs.length, inputs.length]).toEqual([1, 0])
  arrive()
  await expect.poll(() => inputs).toMatchObject([{ answer: '12 kg', replaces: { by: sharper } }])
})

import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '#/app/testing/browser/accessible.ts'
import { answer, fail, holdBack } from '#/app/testing/browser/answers.ts'
import { fileInput, textFile } from '#/app/testing/browser/files.ts'
import { made, newId } from '#/app/testing/browser/made.ts'
import { address } from '#/app/testing/browser/open-page.tsx'
import { shopContract } from '#/shop/contract.ts'
import { choiceSchema } from '#/shop/prescriptions.ts'
import {
  fillAddress,
  makeCheckout,
  makeCheckoutLine,
  openCheckout,
} from '#/shop/web/orders/checkout.factory.ts'
import { makeOrder } from '#/shop/web/orders/order.factory.ts'
import { rupees } from '#/shop/web/product.factory.ts'

const place = page.getByRole('button', { name: 'Place order' })
const pet = page.getByRole('combobox', { name: 'Pet' })
const prescription = page.getByRole('combobox', { name: 'Prescription' })
const noChoices = { pets: [], choices: [] }

const medicine = () => makeCheckoutLine('Itch Relief', { variant: '10 tablets', needsPrescription: true })

/** Opens the checkout of a medicine, and of a bed if `withBed`, with an address. */
async function openRx({ withBed = false } = {}) {
  const line = medicine()
  const bed = makeCheckoutLine('Cooling Bed')
  const checkout = makeCheckout({ afterApproval: rupees(548) }, withBed ? [line, bed] : [line])
  await openCheckout(checkout)
  answer(shopContract.checkout, ({ without }) => {
    const kept = { ...line, quantity: 0, problem: { kind: 'prescription' as const } }
    return without?.length ? makeCheckout({ id: checkout.id! }, [kept, bed]) : checkout
  })
  await fillAddress()
  return { line, bed }
}

/** Answers the next order and its page, and returns what was sent. */
function answerOrder() {
  const order = makeOrder('placed')
  answer(shopContract.order, order)
  answer(shopContract.orderAutoships, { placedBy: null, offers: [] })
  return { ...answer(shopContract.placeOrder, { id: order.id, paymentId: null }), order }
}

test('the checkout asks for a prescription of a medicine, and takes a file', async () => {
  const bruno = { id: newId(), name: 'Bruno' }
  const tell = holdBack(shopContract.prescriptionChoices, { pets: [bruno], choices: [] })
  const { line } = await openRx()
  await place.click()
  await expect.element(page.getByRole('status', { name: 'Loading your prescriptions' })).toBeInTheDocument()
  tell()
  await expect.element(prescription).toHaveFocus()
  await expect.element(page.getByText('Please choose or upload a prescription')).toBeVisible()
  await expectAccessible()
  await fileInput().upload(textFile('scan.txt'))
  await expect.element(page.getByText('Please choose a PDF, or a JPG, PNG or WebP picture.')).toBeVisible()
  const id = newId()
  const given = made(choiceSchema, { kind: 'given', id, petId: bruno.id, fileName: 'scan.pdf' })
  const added = answer(shopContract.addPrescription, { id })
  answer(shopContract.prescriptionChoices, { pets: [bruno], choices: [given] })
  await fileInput().upload(textFile('scan.pdf', 'application/pdf'))
  await expect.element(prescription).toHaveValue(`given:${id}`)
  await expect
    .element(page.getByText('You pay once a pharmacist has approved your prescription.'))
    .toBeVisible()
  expect(added.inputs).toMatchObject([{ petId: bruno.id }])
  const { inputs, order } = answerOrder()
  await place.click()
  await expect.poll(address).toBe(`/order-confirmation/${order.id}`)
  expect(inputs).toMatchObject([
    { prescriptions: [{ variantId: line.variantId, petId: bruno.id, from: { kind: 'given', id } }] },
  ])
})

test('a buyer without a pet keeps the medicine in the cart and orders the rest', async () => {
  fail(shopContract.prescriptionChoices)
  const { bed } = await openRx({ withBed: true })
  const keep = page.getByRole('button', { name: 'Keep them in my cart' })
  const problem = page.getByText(
    'These products need a prescription. To order the rest, keep them in your cart.',
  )
  await expect.element(keep).toBeVisible()
  await place.click()
  await expect.element(problem).toBeVisible()
  await expect.element(keep).toHaveFocus()
  answer(shopContract.prescriptionChoices, noChoices)
  await page.getByRole('button', { name: 'Retry' }).click()

  await expect.element(page.getByText('Please add your pet first')).toBeVisible()
  await page.getByRole('link', { name: 'add your pet' }).click()
  await expect.poll(address).toBe('/profile/add-pet?from=%2Fcheckout')
  history.back()
  await expect.element(page.getByRole('textbox', { name: 'PIN code' })).toHaveValue('560034')
  await expect.element(page.getByText('Please add your pet first')).toBeVisible()
  await place.click()
  await expect.element(problem).toBeVisible()
  await expect.element(keep).toHaveFocus()
  await expectAccessible()
  await keep.click()
  await expect
    .element(page.getByText('They’ll stay in your cart and won’t be part of this order.'))
    .toHaveFocus()
  await expect.element(problem).not.toBeInTheDocument()
  await expectAccessible()
  const { inputs } = answerOrder()
  await place.click()
  await expect.poll(() => inputs.length).toBe(1)
  expect(inputs).toMatchObject([{ lines: [{ variantId: bed.variantId }], prescriptions: [] }])
})

test('with several pets, the checkout asks for the pet first, and a medicine that stays in the cart needs none', async () => {
  const pets = ['Bruno', 'Coco'].map((name) => ({ id: newId(), name }))
  answer(shopContract.prescriptionChoices, { pets, choices: [] })
  const { bed } = await openRx({ withBed: true })
  await expect.element(pet).toBeVisible()
  await place.click()
  await expect.element(pet).toHaveFocus()
  await expect.element(pet).toHaveAccessibleDescription('Please choose the pet')
  await expect.element(prescription).not.toHaveAccessibleDescription(/./)
  await expectAccessible()
  await pet.selectOptions('Coco')
  await place.click()
  await expect.element(prescription).toHaveFocus()
  await expect.element(prescription).toHaveAccessibleDescription('Please choose or upload a prescription')

  await pet.selectOptions('Please choose')
  await prescription.selectOptions('I don’t have one yet: keep it in my cart')
  await expect
    .element(page.getByRole('note'))
    .toHaveTextContent(/^Needs a prescription\. It stays in your cart\.$/)
  const { inputs } = answerOrder()
  await place.click()
  await expect.poll(() => inputs.length).toBe(1)
  expect(inputs).toMatchObject([{ lines: [{ variantId: bed.variantId }], prescriptions: [] }])
})

test('a prescription that is chosen before its pet is kept, and uploaded once the pet is', async () => {
  const pets = ['Bruno', 'Coco'].map((name) => ({ id: newId(), name }))
  answer(shopContract.prescriptionChoices, { pets, choices: [] })
  await openRx()
  await expect.element(pet).toBeVisible()
  await fileInput().upload(textFile('scan.pdf', 'application/pdf'))
  await expect.element(page.getByText('scan.pdf: please choose the pet, and we’ll upload it.')).toBeVisible()
  await expect.element(pet).toHaveFocus()
  await expectAccessible()
  const id = newId()
  const { inputs } = answer(shopContract.addPrescription, { id })
  const given = made(choiceSchema, { kind: 'given', id, petId: pets[1]!.id, fileName: 'scan.pdf' })
  answer(shopContract.prescriptionChoices, { pets, choices: [given] })
  await pet.selectOptions('Coco')
  await expect.element(prescription).toHaveValue(`given:${id}`)
  expect(inputs).toMatchObject([{ petId: pets[1]!.id, file: expect.any(File) }])
  await expect.element(page.getByText(/^scan\.pdf: please/)).not.toBeInTheDocument()
})

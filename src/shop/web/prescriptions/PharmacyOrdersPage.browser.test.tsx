import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { z } from 'zod'
import { expectAccessible } from '#/app/testing/browser/accessible.ts'
import { answer, refuse } from '#/app/testing/browser/answers.ts'
import { made, newId } from '#/app/testing/browser/made.ts'
import { choose, openPage } from '#/app/testing/browser/open-page.tsx'
import { signIn } from '#/app/testing/browser/people.ts'
import { shopContract } from '#/shop/contract.ts'
import { dispensedLineSchema, dispensingSchema, givenPrescriptionSchema } from '#/shop/prescriptions.ts'
import { makeGiven } from './given.factory.ts'

const card = page.getByRole('article')
const save = card.getByRole('button', { name: 'Save the decision' })

/** Keeps an order of two packs of a medicine, which a pharmacist checks, as the server would. */
function keepDispensing(fields: Partial<z.input<typeof dispensingSchema>> = {}) {
  signIn('Nisha Rao', {
    profiles: ['pet_owner', 'pharmacist'],
    records: { pet_owner: newId(), pharmacist: newId() },
  })
  const given = makeGiven('scan.pdf')
  const line = made(dispensedLineSchema, {
    id: newId(),
    prescriptionId: given.id,
    name: 'Itch Relief',
    variant: '10 tablets',
    asked: 2,
    status: 'submitted',
  })
  const check = made(dispensingSchema, {
    id: newId(),
    number: 'OR-000042',
    status: 'awaiting_prescription',
    prescriptions: [given],
    lines: [line],
    ...fields,
  })
  const isWaiting = () => check.status === 'awaiting_prescription' || check.status === 'awaiting_payment'
  answer(shopContract.dispensings, ({ show }) => ({
    rows:
      (show === 'waiting' && isWaiting()) || (show === 'pack' && check.status === 'placed')
        ? [structuredClone(check)]
        : [],
    nextCursor: null,
  }))
  answer(shopContract.holdDispensing, { until: new Date('2026-11-02T06:40:00Z') })
  return { check, line, given }
}

const begin = () => card.getByRole('button', { name: /^Check order/ }).click()

test('a pharmacist asks the buyer about a prescription, and reads the answer', async () => {
  const { check, given } = keepDispensing()
  await openPage('/pharmas-orders')
  await expect.element(card).toHaveTextContent('Prescription for Bruno')
  await expect.element(card.getByRole('link', { name: 'Open scan.pdf' })).toBeVisible()
  await begin()
  await card.getByRole('button', { name: 'Ask the buyer' }).click()
  await card.getByRole('textbox', { name: 'Your question' }).fill('How heavy is Bruno?')
  const { inputs } = answer(shopContract.askBuyer, ({ question }) => {
    check.question = question
  })
  await card.getByRole('button', { name: 'Send the question' }).click()
  await expect.element(card.getByText('You asked: How heavy is Bruno?')).toBeVisible()
  expect(inputs).toMatchObject([{ id: check.id, question: 'How heavy is Bruno?' }])
  await expectAccessible()
  check.answer = '12 kg'
  const pet = made(givenPrescriptionSchema.shape.pet.unwrap(), {
    species: 'dog',
    breed: 'Beagle',
    sizeLbs: 26.5,
    allergies: 'Chicken',
  })
  check.prescriptions = [{ ...makeGiven('sharper.pdf'), id: given.id, pet }]
  await openPage('/pharmas-orders')
  await expect.element(card.getByText('The buyer answered: 12 kg')).toBeVisible()
  await expect.element(card.getByRole('link', { name: 'Open sharper.pdf' })).toBeVisible()
  for (const fact of ['AnimalDog, Beagle', 'Weight12 kg', 'AllergiesChicken', 'AgeNot given'])
    await expect.element(card).toHaveTextContent(fact)
  await expect.element(card).toHaveTextContent('Waiting for you: ')
  await expectAccessible()
  check.prescriptions[0]!.file = null
  await openPage('/pharmas-orders')
  await expect.element(card.getByText('There’s neither a file nor a note to compare with.')).toBeVisible()
})

test('a missing tick has the focus, and an expired prescription can’t be approved', async () => {
  const { check, line, given } = keepDispensing()
  await openPage('/pharmas-orders')
  await begin()
  await choose(card.getByRole('radio', { name: 'Approve', exact: true }))
  await save.click()
  await expect.element(card.getByRole('checkbox', { name: 'Pet and owner are right' })).toHaveFocus()
  await expectAccessible()
  for (const box of ['Pet and owner are right', 'The medicine is right', 'The strength is right'])
    await choose(card.getByRole('checkbox', { name: box }))
  await card.getByRole('textbox', { name: 'Prescriber' }).fill('Dr. Anand Rao')
  await card.getByRole('textbox', { name: 'Registration no.' }).fill('KVC/2211')
  const date = card.getByLabelText('Date')
  await date.fill('2020-01-10')
  await card.getByRole('combobox', { name: /^Quantity/ }).selectOptions('1')
  await card.getByRole('combobox', { name: /^Refills/ }).selectOptions('2')
  refuse(shopContract.decidePrescription, 'shop.prescription_expired')
  await save.click()
  await expect
    .element(card.getByText('This prescription is no longer valid, so nothing can be approved on it.'))
    .toBeVisible()
  await date.fill('2026-10-23')
  const { inputs } = answer(shopContract.decidePrescription, () => {
    check.status = 'completed'
  })
  await save.click()
  await expect.element(page.getByText('No prescriptions are waiting for you.')).toBeVisible()
  expect(inputs).toMatchObject([
    {
      prescriptions: [
        { id: given.id, prescriber: 'Dr. Anand Rao', registrationNumber: 'KVC/2211', issuedOn: '2026-10-23' },
      ],
      lines: [{ approves: true, id: line.id, quantity: 1, refills: 2 }],
    },
  ])
})

test('a pharmacist doesn’t approve a medicine, with a reason, and can cancel an order that isn’t paid', async () => {
  const { check, line } = keepDispensing()
  await openPage('/pharmas-orders')
  await card.getByRole('button', { name: /^Cancel order/ }).click()
  await expect.element(page.getByText('The buyer hasn’t paid yet, and won’t be charged.')).toBeVisible()
  await expectAccessible()
  await page.getByRole('button', { name: 'Keep it' }).click()
  await begin()
  await choose(card.getByRole('radio', { name: 'Don’t approve' }))
  await save.click()
  const reason = card.getByRole('textbox', { name: 'Reason' })
  await expect.element(reason).toHaveFocus()
  await reason.fill('It names another medicine.')
  const { inputs } = answer(shopContract.decidePrescription, () => {
    check.status = 'cancelled'
  })
  await save.click()
  await expect.element(page.getByText('No prescriptions are waiting for you.')).toBeVisible()
  expect(inputs).toMatchObject([
    { lines: [{ approves: false, id: line.id, reason: 'It names another medicine.' }] },
  ])
})

test('medicines are packed with their batch', async () => {
  const { check, line } = keepDispensing({ status: 'placed' })
  Object.assign(line, { status: 'approved', quantity: 1 })
  await openPage('/pharmas-orders?show=pack')
  const pack = card.getByRole('button', { name: 'Mark as packed' })
  await pack.click()
  const batch = card.getByRole('textbox', { name: 'Batch no.' })
  await expect.element(batch).toHaveFocus()
  await batch.fill('B-1182')
  await card.getByLabelText('Expiry').fill('2099-12-31')
  await expectAccessible()
  const { inputs } = answer(shopContract.packDispensed, () => {
    check.status = 'packed'
  })
  await pack.click()
  await expect.element(page.getByText('No medicines are waiting to be packed.')).toBeVisible()
  expect(inputs).toEqual([
    { id: check.id, lines: [{ id: line.id, batch: 'B-1182', expiresOn: '2099-12-31' }] },
  ])
})

test('a pharmacist reads what was asked elsewhere while they checked, and decides again', async () => {
  const { check, given } = keepDispensing()
  check.prescriptions = [
    {
      ...given,
      validUntil: '2027-04-20',
      issuedOn: '2026-10-20',
      prescriber: 'Dr. Rao',
      registrationNumber: 'KVC/1',
      seen: 'before',
    },
  ]
  await openPage('/pharmas-orders')
  await begin()
  for (const name of ['Pet and owner are right', 'Prescriber and date are right'])
    await choose(card.getByRole('checkbox', { name }))
  await choose(card.getByRole('radio', { name: 'Approve', exact: true }))
  for (const name of ['The medicine is right', 'The strength is right'])
    await choose(card.getByRole('checkbox', { name }))
  refuse(shopContract.decidePrescription, 'shop.prescription_elsewhere')
  const asked = { name: 'Itch Relief', variant: '10 tablets', strength: null, quantity: 1 }
  check.prescriptions = [{ ...check.prescriptions[0]!, pending: [asked], seen: 'now' }]
  await save.click()
  await expect.element(card.getByText('This prescription was used elsewhere')).toBeVisible()
  await expect.element(card).toHaveTextContent('not decided yet:1 × Itch Relief, 10 tablets')
  await expectAccessible()
  const { inputs } = answer(shopContract.decidePrescription)
  await save.click()
  await expect.poll(() => inputs).toMatchObject([{ prescriptions: [{ seen: 'now' }] }])
})

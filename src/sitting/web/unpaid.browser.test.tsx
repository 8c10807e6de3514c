import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '#/app/testing/browser/accessible.ts'
import { answer } from '#/app/testing/browser/answers.ts'
import { made, newId } from '#/app/testing/browser/made.ts'
import { choose, openPage } from '#/app/testing/browser/open-page.tsx'
import { signIn } from '#/app/testing/browser/people.ts'
import { signInVet } from '#/app/testing/browser/vet.ts'
import { appointmentsContract } from '#/appointments/contract.ts'
import { makeBooking, makeVetOf, makeVisit, pageOf } from '#/appointments/web/appointment.factory.ts'
import { petSchema, petsContract } from '#/pets/contract.ts'
import { sittingContract } from '#/sitting/contract.ts'
import { requestedSchema } from '#/sitting/request.ts'
import { answerPlaces, answerSitterPage, answerSitters, makeSitterPage } from './sitter.factory.ts'

const promises = /Pay now|charged|refund you|full refund|payment method/i
const main = page.getByRole('main')
const words = () => main.element().textContent

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-02T08:00:00+05:30') })
})
afterEach(() => {
  vi.useRealTimers()
})

test('where owners and sitters settle payments themselves, the request promises neither a charge nor a refund', async () => {
  signIn('Asha Verma')
  const sitter = makeSitterPage('Leela Rao', { isPaidHere: false })
  answerSitterPage(sitter)
  answerSitters()
  answerPlaces()
  answer(appointmentsContract.petClash, { clash: null })
  answer(sittingContract.leftOut, { days: [], isAskedAlready: false, hours: null })
  const bruno = made(petSchema, { id: newId(), name: 'Bruno', species: 'dog' })
  answer(petsContract.list, { rows: [bruno], nextCursor: null })
  answer(sittingContract.requestDefaults, { emergencyName: null, emergencyPhone: null, pets: [] })
  await openPage(
    `/services/book-pet-sitter/form?sitter=${sitter.id}&service=day-care&from=2026-12-05&drop=09:00&pick=17:00`,
  )
  await expect
    .element(page.getByRole('complementary', { name: 'Price' }))
    .toHaveTextContent(/You pay .+ directly, and agree on refunds with them\./)
  await expect.element(main.getByRole('checkbox', { name: /^Bruno/ })).toBeChecked()
  expect(page.getByLabelText('I agree to these terms').elements()).toEqual([])
  expect(words()).not.toMatch(promises)
  await expectAccessible()
  const dogs = page.getByRole('group', { name: /get along with other dogs/ })
  await choose(dogs.getByRole('radio', { name: 'Yes' }))
  const contact = page.getByRole('region', { name: 'Emergency contact' })
  await contact.getByLabelText('Name').fill('Kavya Verma')
  await contact.getByLabelText('Phone number').fill('+91 98100 12345')
  const { inputs } = answer(
    sittingContract.request,
    made(requestedSchema, {
      requests: [
        {
          id: newId(),
          sitterId: sitter.id,
          sitterName: 'Leela Rao',
          answerBy: new Date('2026-11-03T02:30:00Z'),
        },
      ],
    }),
  )
  await page.getByRole('button', { name: 'Send Booking Request' }).click()
  await expect
    .element(page.getByRole('heading', { name: 'Thank you! Your request is on its way' }))
    .toBeVisible()
  expect(words()).not.toMatch(promises)
  await expectAccessible()
  expect(inputs).toMatchObject([{ disclaimerAccepted: false, paymentMethodId: null }])
})

const stay = {
  startsAt: new Date('2026-12-05T09:00:00+05:30'),
  minutes: 480,
  trade: 'sitting',
  title: 'Day care',
  noun: 'booking',
  providerNoun: 'sitter',
  isPaidHere: false,
} as const

test('where owners and sitters settle payments themselves, nothing promises a charge or a refund', async () => {
  signInVet('Leela Rao')
  answer(appointmentsContract.kinds, { trades: ['sitting'] })
  answer(sittingContract.meetGreets, pageOf())
  answer(sittingContract.moves, { rows: [] })
  answer(appointmentsContract.visits, pageOf(makeVisit(stay)))
  await openPage('/appointments?side=visits&tab=requests')
  const asked = page.getByRole('article', { name: 'Asha Verma' })
  await expect.element(asked.getByRole('button', { name: 'Accept Asha Verma’s request' })).toBeVisible()
  expect(words()).not.toMatch(promises)

  signIn('Asha Verma')
  const provider = makeVetOf({ name: 'Leela Rao', fullName: 'Leela Rao' })
  answer(appointmentsContract.appointments, pageOf(makeBooking({ ...stay, status: 'confirmed', provider })))
  await openPage('/appointments?kind=sitting')
  const booking = main.getByRole('article', { name: 'Leela Rao' })
  await expect.element(booking).toHaveTextContent('Confirmed')
  expect(booking.getByRole('button', { name: /^Pay/ }).elements()).toEqual([])
  expect(words()).not.toMatch(promises)
  await expectAccessible()
  await booking.getByRole('button', { name: 'Cancel appointment with Leela Rao' }).click()
  const dialog = page.getByRole('dialog')
  await expect.element(dialog).toBeVisible()
  expect(dialog.element().textContent).not.toMatch(promises)
  await expectAccessible()
})

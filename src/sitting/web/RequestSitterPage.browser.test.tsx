import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '#/app/testing/browser/accessible.ts'
import { answer, fail, holdBack, refuse } from '#/app/testing/browser/answers.ts'
import { expectClearOfBars } from '#/app/testing/browser/bars.ts'
import { made, newId } from '#/app/testing/browser/made.ts'
import { address, choose, openPage, visit } from '#/app/testing/browser/open-page.tsx'
import { signIn } from '#/app/testing/browser/people.ts'
import { appointmentsContract } from '#/appointments/contract.ts'
import { queryClientHere } from '#/kernel/web/query-client-here.ts'
import { paymentsContract } from '#/payments/contract.ts'
import { petSchema, petsContract } from '#/pets/contract.ts'
import { sittingContract } from '#/sitting/contract.ts'
import { requestedSchema } from '#/sitting/request.ts'
import { answerPlaces, answerSitterPage, answerSitters, makeSitterPage } from './sitter.factory.ts'

const form = '/services/book-pet-sitter/form'
const send = page.getByRole('button', { name: 'Send Booking Request' })
const price = page.getByRole('complementary', { name: 'Price' })
const makeDog = (name: string) => made(petSchema, { id: newId(), name, species: 'dog' })
const [bruno, coco] = [makeDog('Bruno'), makeDog('Coco')]

/** Answers what the form asks about sitter and owner. */
function answerForm(fields: Parameters<typeof makeSitterPage>[1] = {}, pets = [bruno]) {
  const sitter = makeSitterPage('Leela Rao', { isPaidHere: true, refundPolicy: 'flexible', ...fields })
  answerSitterPage(sitter)
  answerSitters()
  answerPlaces()
  answer(appointmentsContract.petClash, { clash: null })
  answer(sittingContract.leftOut, { days: [], isAskedAlready: false, hours: null })
  answer(petsContract.list, { rows: pets, nextCursor: null })
  answer(sittingContract.requestDefaults, { emergencyName: null, emergencyPhone: null, pets: [] })
  answer(paymentsContract.methods, {
    methods: [],
    offered: ['card'],
    isSandbox: true,
    chargesByItself: false,
    charging: null,
    takesUpiId: false,
  })
  return sitter
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-02T08:00:00+05:30') })
  signIn('Asha Verma')
})
afterEach(() => {
  vi.useRealTimers()
})

test('a request says what is missing, keeps its answers on another page, and stays when it fails', async () => {
  const sitter = answerForm()
  await openPage(
    `${form}?sitter=${sitter.id}&service=hostel-checkin&pets=${bruno.id}&from=2026-11-22&to=2026-11-25&drop=10:00&pick=18:00`,
  )
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent(/^Booking request$/)
  for (const text of ['3 nights × ₹1,100.00', '₹3,300.00', 'Estimate, the sitter confirms.'])
    await expect.element(price).toHaveTextContent(text)
  await expect.element(page.getByText('The price of the stay is ₹3,300.00')).toBeVisible()
  await send.click()
  await expect.element(page.getByText('Please agree to the terms.')).toBeVisible()
  const dogs = page.getByRole('group', { name: 'Does Bruno get along with other dogs?' })
  await expect.element(dogs.getByRole('radio').first()).toHaveFocus()
  await expectAccessible()

  await page.getByLabelText('Comment').fill('He snores.')
  await visit('/services')
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent(/^Services$/)
  history.back()
  await expect.element(page.getByLabelText('Comment')).toHaveValue('He snores.')
  await choose(dogs.getByRole('radio', { name: 'Yes' }))
  const contact = page.getByRole('region', { name: 'Emergency contact' })
  await contact.getByLabelText('Name').fill('Kavya Verma')
  await contact.getByLabelText('Phone number').fill('+91 98100 12345')
  await choose(page.getByLabelText('I agree to these terms'))
  const failed = fail(sittingContract.request)
  await send.click()
  await expect.element(page.getByText('Booking Failed', { exact: true })).toBeVisible()
  await expect.element(page.getByText('Failed to create booking request. Please try again.')).toBeVisible()
  await expect
    .element(price.getByRole('alert'))
    .toHaveTextContent(/^Failed to send booking request. Please try again.$/)
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
  await send.click()
  await expect
    .element(page.getByRole('heading', { name: 'Thank you! Your request is on its way' }))
    .toBeVisible()
  await expectAccessible()
  expect(failed.inputs).toHaveLength(1)
  expect(inputs).toMatchObject([
    { comment: 'He snores.', getsAlong: true, emergencyName: 'Kavya Verma', petIds: [bruno.id] },
  ])
})

test('the form says at once which services, how many pets and which days a sitter doesn’t take', async () => {
  const sitter = answerForm({ services: ['hostel-checkin'], maxPets: 1 }, [bruno, coco])
  await openPage(
    `${form}?sitter=${sitter.id}&service=dog-walking&pets=${bruno.id},${coco.id}&from=2026-11-03&to=2026-11-05`,
  )
  await expect.element(page.getByText('Leela Rao doesn’t offer dog walking.')).toBeVisible()
  await expect.element(page.getByText('Leela Rao takes up to 1 pet at a time.')).toBeVisible()
  await choose(page.getByRole('radio', { name: 'Hostel check-in' }))
  await choose(page.getByRole('checkbox', { name: /^Coco/ }))
  await expect.element(page.getByText('at a time.')).not.toBeInTheDocument()
  const away = page.getByText('Leela Rao is away on some of these days.')
  await expect.element(away).toBeVisible()
  await page.getByLabelText('Drop-off day').fill('2026-11-10')
  await page.getByLabelText('Pick-up day').fill('2026-11-12')
  await expect.element(away).not.toBeInTheDocument()
  await expect.element(price).toHaveTextContent('2 nights')
})

test('an address without a sitter, or with one whom nobody knows, leads to the search', async () => {
  answerForm()
  await openPage(form)
  await expect.element(page.getByText('Please choose a sitter first')).toBeVisible()
  refuse(sittingContract.sitter, 'request.not_found')
  await openPage(`${form}?sitter=${newId()}`)
  await expect.element(page.getByText('Sitter not found')).toBeVisible()
  await page.getByRole('link', { name: 'Find a pet sitter' }).click()
  await expect.poll(address).toBe('/services/book-pet-sitter')
})

test('a meet & greet needs a place and a day, takes no link, and is sent once although the pets load slowly', async () => {
  const sitter = answerForm()
  const path = `${form}?sitter=${sitter.id}&meet=1&service=day-care&pets=${bruno.id}`
  await openPage(path)
  const ask = page.getByRole('button', { name: 'Ask for a meet & greet' })
  const place = page.getByRole('textbox', { name: 'Place' })
  const times = page.getByRole('region', { name: 'Times that suit you' })
  const message = page.getByLabelText('Message')
  await expect.element(page.getByRole('radio', { name: 'Day care' })).toBeChecked()
  await ask.click()
  await expect.element(page.getByText('Please say where you’ll meet.')).toBeVisible()
  await expect.element(place).toHaveFocus()
  await expect.element(page.getByText('Please choose a day.')).toBeVisible()
  await expectAccessible()
  await place.fill('Cubbon Park, main gate')
  await times.getByLabelText('Day').fill('2026-11-06')
  await times.getByLabelText('Time').fill('17:30')
  await message.fill('All about him: www.bruno.example.com')
  await ask.click()
  await expect.element(page.getByText('Please leave out links.')).toBeVisible()
  await expect.element(message).toHaveFocus()
  await message.fill('Bruno is shy at first.')
  // The draft survives leaving the page.
  await visit('/services')
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent(/^Services$/)
  const { inputs } = refuse(sittingContract.askToMeet, 'sitting.meet_open')
  queryClientHere()!.clear()
  const loadPets = holdBack(petsContract.list, { rows: [bruno], nextCursor: null })
  history.back()
  await expect.element(message).toHaveValue('Bruno is shy at first.')
  await ask.dblClick()
  await expect.element(page.getByRole('button', { name: 'Sending...' })).toBeVisible()
  loadPets()
  await expect
    .element(page.getByRole('alert').filter({ hasText: /./ }))
    .toHaveTextContent('You already have a meet & greet with this sitter.')
  expect(inputs).toMatchObject([
    { place: 'Cubbon Park, main gate', times: [{ date: '2026-11-06', time: '17:30' }] },
  ])
})

test('a weekly request says which days it leaves out, and one that would be refused says so before it is sent', async () => {
  const sitter = answerForm({ services: ['dog-walking'] })
  answer(sittingContract.leftOut, {
    days: [
      { day: '2026-11-04', reason: 'booked' },
      { day: '2026-11-09', reason: 'away' },
    ],
    isAskedAlready: false,
    hours: null,
  })
  const clashes = answer(appointmentsContract.petClash, { clash: null })
  const weekly = `${form}?sitter=${sitter.id}&service=dog-walking&pets=${bruno.id}&from=2026-11-04&repeat=weekly&days=monday,wednesday&drop=10:00&pick=11:00`
  await openPage(weekly)
  await expect
    .element(page.getByText('Left out on Wed, 4 Nov 2026: you have another booking with Leela Rao then.'))
    .toBeVisible()
  await expect.element(page.getByText('Leela Rao is away on Mon, 9 Nov 2026.')).toBeVisible()
  await expect.poll(() => clashes.inputs.at(-1)).toMatchObject({ exceptProviderId: sitter.id })
  await expectAccessible()

  answer(sittingContract.leftOut, {
    days: [{ day: '2026-11-09', reason: 'closed' }],
    isAskedAlready: false,
    hours: null,
  })
  await openPage(weekly.replace('drop=10:00', 'drop=10:05'))
  await expect
    .element(page.getByText('Left out on Mon, 9 Nov 2026: Leela Rao doesn’t work at that time.'))
    .toBeVisible()

  const times = [{ startTime: '11:00', endTime: '18:00' }]
  answer(sittingContract.leftOut, { days: [], isAskedAlready: false, hours: { day: '2026-11-04', times } })
  await openPage(weekly.replace('drop=10:00', 'drop=10:10'))
  await expect
    .element(
      page.getByText('Leela Rao’s hours on Wednesdays are 11:00–18:00. Please choose a time within them.'),
    )
    .toBeVisible()

  answer(sittingContract.leftOut, { days: [], isAskedAlready: true, hours: null })
  await openPage(weekly.replace('drop=10:00', 'drop=10:15'))
  await expect.element(page.getByText(/^You’ve already asked or booked this sitter/)).toBeVisible()
})

test('a request is filled in with what is known, and what its owner types goes out instead', async () => {
  const sitter = answerForm({ isPaidHere: false }, [bruno, coco])
  answer(sittingContract.requestDefaults, {
    emergencyName: 'Kavya Verma',
    emergencyPhone: '+919810012345',
    pets: [
      { id: bruno.id, getsAlong: true, specialCare: 'Medicines: Cetirizine' },
      { id: coco.id, getsAlong: false, specialCare: 'Fears: Thunder' },
    ],
  })
  const sent = answer(sittingContract.request, made(requestedSchema, {}))
  await openPage(
    `${form}?sitter=${sitter.id}&service=hostel-checkin&pets=${bruno.id}&from=2026-11-22&to=2026-11-25&drop=10:00&pick=18:00`,
    { width: 375, height: 700 },
  )
  const dogs = page.getByRole('group', { name: 'Does Bruno get along with other dogs?' })
  await expect.element(dogs.getByRole('radio', { name: 'Yes' })).toBeChecked()
  const care = page.getByLabelText('Special care instructions')
  await expect.element(care).toHaveValue('Medicines: Cetirizine')
  await choose(page.getByRole('checkbox', { name: 'Coco' }))
  await expect.element(page.getByRole('radio', { name: 'No', exact: true })).toBeChecked()
  await expect.element(care).toHaveValue('Bruno\nMedicines: Cetirizine\n\nCoco\nFears: Thunder')
  await care.fill('')
  await expect.element(care).toHaveValue('')
  await send.click()
  await expect.poll(() => sent.inputs.length).toBe(1)
  expect(sent.inputs[0]).toMatchObject({
    emergencyName: 'Kavya Verma',
    emergencyPhone: '+919810012345',
    getsAlong: false,
    specialCare: null,
  })
})

test('on a phone, price and Send stay in sight, and no focused field lies under them', async () => {
  const sitter = answerForm({ isPaidHere: true })
  await openPage(
    `${form}?sitter=${sitter.id}&service=hostel-checkin&pets=${bruno.id}&from=2026-11-22&to=2026-11-25&drop=10:00&pick=18:00`,
    { width: 375, height: 700 },
  )
  await expect.element(page.getByLabelText('I agree to these terms')).toBeVisible()
  await expect.poll(() => send.elements().length).toBe(1)
  await expectClearOfBars(send)
  await page.viewport(320, 700)
  const label = send.element().querySelector('.mantine-Button-label')!
  expect(label.scrollWidth).toBeLessThanOrEqual(label.clientWidth)
  await expectAccessible()
})

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { expectAccessible } from '#/app/testing/browser/accessible.ts'
import { answer } from '#/app/testing/browser/answers.ts'
import { made, newId } from '#/app/testing/browser/made.ts'
import { choose, openPage } from '#/app/testing/browser/open-page.tsx'
import { signIn } from '#/app/testing/browser/people.ts'
import { desktop, phone } from '#/app/testing/browser/screen.ts'
import { appointmentsContract } from '#/appointments/contract.ts'
import { answerTimes } from '#/booking/web/times.factory.ts'
import { paymentsContract } from '#/payments/contract.ts'
import { petSchema, petsContract } from '#/pets/contract.ts'
import { ratingsContract } from '#/ratings/contract.ts'
import { reviewSchema } from '#/ratings/shapes.ts'
import { answerBooking, makeVet } from './vet.factory.ts'

const dialog = page.getByRole('dialog', { name: 'Book with Dr. Meera Iyer' })
const bookButton = dialog.getByRole('button', { name: 'Book Appointment' })
const open = (id: string, size = desktop) => openPage(`/services/book-a-vet?vet=${id}`, size)
const shown = (locator: Locator) => expect.element(locator).toBeVisible()

/** Expects the target within the dialog and above its sticky buttons. */
async function expectInSight(target: Locator): Promise<void> {
  await shown(target)
  const end = bookButton.element().getBoundingClientRect()
  await expect
    .poll(() => {
      const { top, bottom } = target.element().getBoundingClientRect()
      return top > 0 && bottom <= end.top
    })
    .toBe(true)
}

const height = () => document.querySelector('form')!.scrollHeight

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-02T08:00:00+05:30') })
  signIn('Asha Verma')
  answerTimes()
})
afterEach(() => {
  vi.useRealTimers()
})

for (const [size, most, mostOnline] of [
  [desktop, 1_200, 1_500],
  [phone, 1_700, 2_200],
] as const)
  test(`dates and times come first, and the reviews unfold on a click, ${size.width} px wide`, async () => {
    const vet = makeVet({
      offersTeleconsultation: true,
      rating: 4,
      totalReviews: 1,
      bio: 'Dogs, cats and worried people. '.repeat(20),
    })
    answerBooking(vet)
    answer(paymentsContract.methods, {
      methods: [],
      offered: ['upi'],
      isSandbox: true,
      chargesByItself: false,
      charging: null,
      takesUpiId: true,
    })
    answer(ratingsContract.reviews, {
      rows: [
        made(reviewSchema, {
          stars: 4,
          feedback: 'Took the time to explain everything twice. '.repeat(12),
        }),
      ],
      nextCursor: null,
    })
    answerTimes({ starts: ['09:00', '09:30', '10:00', '10:30', '11:00', '11:30', '14:00', '14:30', '15:00'] })
    await open(vet.id, size)
    const times = dialog.getByRole('radiogroup', { name: /^Time on/ })
    await shown(times)
    await expectInSight(dialog.getByRole('grid', { name: 'Date' }))
    if (size === desktop) await expectInSight(times.getByText('11:30-12:00'))
    expect(height()).toBeLessThan(most)
    await choose(dialog.getByRole('radio', { name: /Teleconsultation/ }))
    await expectInSight(dialog.getByRole('grid', { name: 'Date' }))
    expect(height()).toBeLessThan(mostOnline)

    const reviews = dialog.getByRole('region', { name: 'Reviews of Dr. Meera Iyer' })
    expect(reviews.elements()).toHaveLength(0)
    await dialog.getByText('4.0').click()
    await expect.element(reviews).toHaveTextContent('Took the time to explain everything twice.')
    expect(reviews.element().getBoundingClientRect().height).toBeLessThanOrEqual(240)
    await dialog.getByText('About', { exact: true }).click()
    await shown(dialog.getByText(/^Reg\. no\./))
    await expectAccessible()
  })

test('an owner without a phone number is contacted by email, one with a number by phone', async () => {
  const vet = makeVet()
  answerBooking(vet, null)
  await open(vet.id)
  const byPhone = dialog.getByRole('radio', { name: 'Phone' })
  await expect.element(dialog.getByRole('radio', { name: 'Email' })).toBeChecked()
  await expect.element(byPhone).toBeDisabled()
  await shown(dialog.getByText('To be called, add a phone number to'))
  await expectAccessible()
  answerBooking(vet, '+919812345678')
  await open(vet.id)
  await expect.element(byPhone).toBeChecked()
})

test('a text that is no link brings a hint and is booked, and shown as it is', async () => {
  const vet = makeVet({ offersTeleconsultation: true, consultationFee: null })
  const booked = answerBooking(vet)
  await open(vet.id)
  await choose(dialog.getByRole('radio', { name: /Teleconsultation/ }))
  await choose(dialog.getByRole('radio', { name: '09:00-09:30' }))
  await choose(dialog.getByRole('radio', { name: 'Zoom Meeting' }))
  const link = dialog.getByLabelText('Meeting link')
  const hint = dialog.getByText('A Zoom or Google Meet link begins with https://', { exact: false })
  await link.fill('https://us02web.zoom.us/j/1')
  await expect.element(hint).not.toBeInTheDocument()
  await link.fill('my room 5')
  await shown(hint)
  await choose(dialog.getByLabelText('I agree to these terms'))
  await bookButton.click()
  await shown(page.getByText('Appointment Booked'))
  await expect.element(dialog).toHaveTextContent('Zoom Meeting, my room 5')
  expect(booked.inputs).toMatchObject([
    { contactMethod: 'zoom', contactLink: 'my room 5', disclaimerAccepted: true },
  ])
})

test('a reason that may not wait for a call leads to emergency help first, and can be booked anyway', async () => {
  const vet = makeVet({ offersTeleconsultation: true, consultationFee: null })
  const booked = answerBooking(vet)
  await open(vet.id)
  await choose(dialog.getByRole('radio', { name: /Teleconsultation/ }))
  await choose(dialog.getByRole('radio', { name: '09:00-09:30' }))
  const reason = dialog.getByLabelText(/^Reason/)
  await reason.fill('Itching ears')
  const help = dialog.getByRole('link', { name: 'Emergency help' })
  expect(help.elements()).toHaveLength(0)
  await reason.fill('Itching ears, and she can’t breathe well')
  await shown(dialog.getByText('You mention trouble breathing. That may not be able to wait for a call.'))
  await expect.element(help).toHaveAttribute('href', '/emergency-services')
  await choose(dialog.getByRole('radio', { name: 'Zoom Meeting' }))
  await dialog.getByLabelText('Meeting link').fill('https://zoom.us/j/1234567890')
  await choose(dialog.getByLabelText('I agree to these terms'))
  await bookButton.click()
  const urgent = page.getByRole('dialog', { name: 'This may be an emergency' })
  const first = urgent.getByRole('link', { name: 'Get emergency help' })
  await expect.element(first).toHaveFocus()
  await expect.element(first).toHaveAttribute('href', '/emergency-services')
  await expectAccessible()
  await userEvent.keyboard('{Escape}')
  await expect.element(urgent).not.toBeInTheDocument()
  expect(booked.inputs).toEqual([])
  await bookButton.click()
  await urgent.getByRole('button', { name: 'Book anyway' }).click()
  await shown(page.getByText('Appointment Booked'))
  expect(booked.inputs).toHaveLength(1)
})

test('an urgent reason for a visit brings a line, and is booked at once', async () => {
  const vet = makeVet({ offersTeleconsultation: true, consultationFee: null })
  const booked = answerBooking(vet)
  await open(vet.id)
  await choose(dialog.getByRole('radio', { name: '09:00-09:30' }))
  await dialog.getByLabelText(/^Reason/).fill('कुत्ते ने ज़हर खा लिया')
  await shown(dialog.getByText('You mention poison. That may not be able to wait for a visit.'))
  await bookButton.click()
  await shown(page.getByText('Appointment Booked'))
  expect(booked.inputs).toHaveLength(1)
})

test('a pet archived after it was selected is left out, and the booking succeeds', async () => {
  const vet = makeVet()
  const { inputs } = answerBooking(vet)
  const bruno = made(petSchema, { id: newId(), name: 'Bruno', species: 'dog' })
  answer(petsContract.list, { rows: [bruno], nextCursor: null })
  answer(appointmentsContract.petClash, { clash: null })
  await open(vet.id)
  await choose(dialog.getByRole('radio', { name: '10:30-11:00' }))
  await userEvent.selectOptions(dialog.getByLabelText('Pet (optional)'), bruno.id)
  await shown(dialog.getByText('with Bruno'))
  answer(petsContract.list, { rows: [], nextCursor: null })
  vi.setSystemTime(new Date('2026-11-02T08:05:00+05:30'))
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  await expect.element(dialog.getByText('with Bruno')).not.toBeInTheDocument()
  await bookButton.click()
  await shown(dialog.getByText('Your request is on its way'))
  expect(inputs).toMatchObject([{ petId: null }])
})

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '#/app/testing/browser/accessible.ts'
import { answer, fail, lose } from '#/app/testing/browser/answers.ts'
import { made, newId } from '#/app/testing/browser/made.ts'
import { address, openPage } from '#/app/testing/browser/open-page.tsx'
import { signIn } from '#/app/testing/browser/people.ts'
import { appointmentsContract } from '#/appointments/contract.ts'
import { changeSchema } from '#/appointments/shapes.ts'
import { makeBooking, moved, pageOf } from '#/appointments/web/appointment.factory.ts'
import { sittingContract } from '#/sitting/contract.ts'

const vetName = 'Dr. Leela Menon'
const cards = page.getByRole('article')
const dialog = page.getByRole('dialog', { name: 'Cancel this appointment?' })
const empty = page.getByText('You have no upcoming appointments.')
const at = (time: string) => new Date(`${time}+05:30`)

type Booking = ReturnType<typeof makeBooking>

/** Keeps these appointments, which the page lists and cancels, as the server would. */
function keepBookings(...bookings: Booking[]) {
  answer(appointmentsContract.kinds, { trades: ['veterinary'] })
  answer(sittingContract.meetGreets, pageOf())
  const isUpcoming = ({ status }: Booking) => status === 'pending' || status === 'confirmed'
  answer(appointmentsContract.appointments, ({ tab }) =>
    pageOf(...bookings.filter((one) => isUpcoming(one) === (tab === 'upcoming'))),
  )
  return answer(appointmentsContract.cancel, ({ id, reason = null }) => {
    const booking = bookings.find((one) => one.id === id)!
    Object.assign(booking, {
      status: 'cancelled',
      phase: 'off',
      cancelledBy: 'owner',
      cancelledAt: at('2026-11-02T12:00:00'),
      closingReason: reason,
    })
    return moved(id, 'cancelled')
  })
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: at('2026-11-02T12:00:00') })
  signIn('Asha Verma')
})
afterEach(() => {
  vi.useRealTimers()
})

test('an owner without bookings is shown the services', async () => {
  keepBookings()
  await openPage('/appointments')
  await expect.element(empty).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Browse services' }))
    .toHaveAttribute('href', '/services')
  await expectAccessible()
})

test('a notification’s link shows its booking, on the first page or not, and marks it', async () => {
  const many = [9, 10, 11, 12, 13, 14, 15, 16].map((day) =>
    makeBooking({ startsAt: at(`2026-11-${day < 10 ? `0${day}` : day}T09:00:00`), reason: `Day ${day}` }),
  )
  const old = makeBooking({ startsAt: at('2026-10-01T09:00:00'), status: 'cancelled', reason: 'Old one' })
  keepBookings()
  answer(appointmentsContract.appointments, ({ id }) =>
    pageOf(...(id ? [...many, old].filter((one) => one.id === id) : many)),
  )
  const last = cards.filter({ hasText: 'Day 16' })
  await openPage(`/appointments?side=bookings&tab=upcoming&record=${many.at(-1)!.id}`)
  await expect.element(last).toHaveFocus()
  await expect.element(last).toBeInViewport()
  expect(cards.elements()).toHaveLength(many.length)
  expect(window.scrollY).toBeGreaterThan(0)
  const item = last.element().parentElement!
  await expect.poll(() => getComputedStyle(item).outlineStyle).toBe('solid')
  await expect.poll(() => getComputedStyle(item).outlineStyle, { timeout: 6_000 }).toBe('none')

  await openPage(`/appointments?side=bookings&tab=upcoming&record=${old.id}`)
  const first = cards.filter({ hasText: 'Old one' })
  await expect.element(first).toHaveFocus()
  await expect.element(page.getByText('From your link')).toBeVisible()
  expect(cards.elements()).toHaveLength(many.length + 1)
  expect(cards.elements()[0]).toBe(first.element())
  await expectAccessible()
})

test('an owner sees a booking, keeps it at first, cancels it and finds it under Past', async () => {
  const booking = makeBooking({ startsAt: at('2026-11-04T09:00:00'), reason: 'Itching ears' })
  const { inputs } = keepBookings(booking)
  await openPage('/appointments')
  for (const text of ['Pending', '09:00-09:30', 'Itching ears'])
    await expect.element(cards).toHaveTextContent(text)
  expect(page.getByText('Bookings with me').elements()).toHaveLength(0)

  const cancel = cards.getByRole('button', { name: 'Cancel' })
  await cancel.click()
  await expect.element(dialog).toHaveTextContent('there’s nothing to refund')
  const reason = dialog.getByLabelText('Reason (optional)')
  await reason.fill('He is better')
  await expectAccessible()
  await dialog.getByRole('button', { name: 'Keep appointment' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(cancel).toHaveFocus()

  await userEvent.keyboard('{Enter}')
  await expect.element(reason).toHaveValue('He is better')
  await dialog.getByRole('button', { name: 'Cancel appointment' }).dblClick()
  await expect.element(page.getByText('Appointment Cancelled', { exact: true })).toBeVisible()
  await expect.element(page.getByText('Your appointment has been cancelled successfully.')).toBeVisible()
  await expect.element(empty).toBeVisible()
  expect(inputs).toEqual([{ id: booking.id, reason: 'He is better' }])

  answer(appointmentsContract.history, {
    rows: [
      made(changeSchema, {
        id: newId(),
        by: 'owner',
        what: 'cancelled',
        status: 'cancelled',
        reason: 'He is better',
        at: at('2026-11-02T12:00:00'),
      }),
      made(changeSchema, { id: newId(), by: 'owner', what: 'requested', at: at('2026-11-02T11:00:00') }),
    ],
  })
  await page.getByRole('tab', { name: 'Past' }).click()
  await expect.poll(address).toMatch(/tab=past/)
  for (const text of ['Cancelled', 'You cancelled this appointment.', 'He is better'])
    await expect.element(cards).toHaveTextContent(text)
  await expect
    .element(cards.getByRole('link', { name: `Book again with ${vetName}` }))
    .toHaveAttribute('href', expect.stringMatching(/^\/services\/book-a-vet\?vet=/))
  const buttons = cards.getByRole('button').elements()
  expect(buttons.map(({ textContent }) => textContent)).toEqual([expect.stringMatching(/^Report/)])
  await cards.getByText('History', { exact: true }).click()
  const changes = cards.getByRole('group').getByRole('listitem')
  await expect.element(changes.first()).toHaveTextContent(/^Cancelled by you.*He is better.*\d{4}, \d\d:\d\d/)
  await expect.element(changes.nth(1)).toHaveTextContent(/^Requested by you.*\d{4}, \d\d:\d\d/)
  await expectAccessible()
})

test('the focus stays in the list when an appointment is cancelled by keyboard', async () => {
  keepBookings(
    makeBooking({ startsAt: at('2026-11-04T09:00:00'), reason: 'First' }),
    makeBooking({ startsAt: at('2026-11-04T10:00:00'), reason: 'Second' }),
  )
  await openPage('/appointments')
  const cancelFirst = async () => {
    const cancel = cards.first().getByRole('button', { name: 'Cancel' })
    await expect.element(cancel).toBeVisible()
    ;(cancel.element() as HTMLElement).focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(dialog.getByRole('button', { name: 'Keep appointment' })).toHaveFocus()
    await userEvent.keyboard('{Shift>}{Tab}{/Shift}')
    await expect.element(dialog.getByRole('button', { name: 'Cancel appointment' })).toHaveFocus()
    await userEvent.keyboard('{Enter}')
  }
  await cancelFirst()
  await expect.poll(() => cards.elements().length).toBe(1)
  await expect.element(cards.first()).toHaveFocus()
  await cancelFirst()
  await expect.element(empty).toHaveFocus()
})

test('an owner can no longer cancel a confirmed visit that has begun', async () => {
  const startsAt = at('2026-11-02T14:00:00')
  keepBookings(makeBooking({ startsAt, status: 'confirmed' }))
  const goTo = (secondsBefore: number) => {
    vi.setSystemTime(startsAt.getTime() - secondsBefore * 1000)
    document.dispatchEvent(new Event('visibilitychange'))
  }
  goTo(90)
  await openPage('/appointments')
  const cancel = cards.getByRole('button', { name: 'Cancel' })
  await expect.element(cancel).toBeVisible()
  goTo(60)
  await expect.element(cancel).toBeVisible()
  goTo(0)
  await expect.element(cancel).not.toBeInTheDocument()
  await expect.element(cards).toHaveTextContent('Confirmed')
})

test('a list that fails to load says so and comes back with Retry', async () => {
  keepBookings()
  fail(appointmentsContract.appointments)
  await openPage('/appointments')
  const sentence = page.getByRole('main').getByText('Failed to load appointments. Please try again.')
  await expect.element(sentence).toBeVisible()
  await expectAccessible()
  keepBookings()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.element(empty).toBeVisible()
})

test('a failed cancellation keeps the dialog and its text, and a second try cancels once', async () => {
  const booking = makeBooking({ startsAt: at('2026-11-04T09:00:00'), reason: 'Weight check' })
  keepBookings(booking)
  await openPage('/appointments')
  await cards.getByRole('button', { name: 'Cancel' }).click()
  await dialog.getByLabelText('Reason (optional)').fill('Not needed')
  const lost = lose(appointmentsContract.cancel)
  await dialog.getByRole('button', { name: 'Cancel appointment' }).click()
  await expect.element(page.getByText('Failed to cancel appointment. Please try again.')).toBeVisible()
  await expect.element(dialog.getByLabelText('Reason (optional)')).toHaveValue('Not needed')
  const { inputs } = keepBookings(booking)
  await dialog.getByRole('button', { name: 'Cancel appointment' }).click()
  await expect.element(page.getByText('Your appointment has been cancelled successfully.')).toBeVisible()
  expect(lost.inputs).toHaveLength(1)
  expect(inputs).toEqual([{ id: booking.id, reason: 'Not needed' }])
})

test('an owner reads that what was left as a link isn’t one, whoever wrote it', async () => {
  keepBookings(
    makeBooking({
      startsAt: at('2026-11-03T09:00:00'),
      status: 'confirmed',
      isOnline: true,
      contactMethod: 'zoom',
      contactLink: 'my usual room',
    }),
  )
  await openPage('/appointments')
  await expect
    .element(cards)
    .toHaveTextContent(
      '“my usual room” isn’t a link of Zoom or Google Meet, so you can’t join from here. The vet may send you one in a message.',
    )
})

test('an owner whose sitter ended a stay early agrees, or says that they left early', async () => {
  const stay = makeBooking({
    startsAt: at('2026-11-01T09:00:00'),
    minutes: 5 * 24 * 60,
    nights: 5,
    trade: 'sitting',
    title: 'Hostel stay',
    noun: 'hostel stay',
    providerNoun: 'sitter',
    status: 'confirmed',
    stoppedAt: at('2026-11-02T10:00:00'),
    payment: {
      id: newId(),
      status: 'completed',
      amount: { amount: 500_000, currency: 'INR' },
      payBy: at('2026-10-30T09:00:00'),
      chargeAt: null,
      refundable: 500_000,
      refunded: 0,
      isDisputed: false,
    },
  })
  keepBookings(stay)
  const agreed = answer(appointmentsContract.agreeEarlyEnd, ({ id }) => {
    Object.assign(stay, { status: 'completed', phase: 'done' })
    return moved(id, 'completed')
  })
  await openPage('/appointments')
  await expect
    .element(cards)
    .toHaveTextContent(
      /ended this hostel stay on Mon, 2 Nov 2026, 10:00, although it’s booked until .+ Do you agree\? If you don’t agree, report that they left early, to get back ₹4,000.00 for the 4 nights left\./,
    )
  await cards.getByRole('button', { name: /^The sitter left early/ }).click()
  const claim = page.getByRole('dialog', { name: /left early\?$/ })
  await expect
    .element(claim)
    .toHaveTextContent(
      'we’ll cancel the appointment and refund you ₹4,000.00 for the 4 nights left. Until then nobody is paid. If they say that you agreed to it or asked for it, Support decides.',
    )
  await claim.getByRole('button', { name: 'Go back' }).click()
  await cards.getByRole('button', { name: /^I agree/ }).click()
  const asked = page.getByRole('dialog', { name: 'Agree that the hostel stay ended early?' })
  await expect
    .element(asked)
    .toHaveTextContent(
      'you get nothing back. After that, you can’t report that they left early and get back ₹4,000.00',
    )
  await expectAccessible()
  await asked.getByRole('button', { name: 'Agree' }).click()
  await expect.element(empty).toBeVisible()
  expect(agreed.inputs).toEqual([{ id: stay.id }])
})

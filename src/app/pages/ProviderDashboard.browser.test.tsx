import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '#/app/testing/browser/accessible.ts'
import { answer, fail, holdBack } from '#/app/testing/browser/answers.ts'
import { made } from '#/app/testing/browser/made.ts'
import { address, openPage, visit } from '#/app/testing/browser/open-page.tsx'
import { answerVetsDashboard, signInVet } from '#/app/testing/browser/vet.ts'
import { appointmentsContract } from '#/appointments/contract.ts'
import { visitSchema } from '#/appointments/shapes.ts'
import { makeVisit, moved, pageOf } from '#/appointments/web/appointment.factory.ts'
import { bookingContract } from '#/booking/availability-contract.ts'
import { makeOwnCalendar } from '#/booking/web/availability/calendar.factory.ts'
import { queryClientHere } from '#/kernel/web/query-client-here.ts'

const block = (name: string) => page.getByRole('region', { name })
const at = (time: string) => new Date(`${time}+05:30`)

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: at('2026-11-02T12:00:00') })
  signInVet()
  answerVetsDashboard()
})
afterEach(() => {
  vi.useRealTimers()
})

test('a vet answers requests from the dashboard, oldest first', async () => {
  const asha = makeVisit({ startsAt: at('2026-11-06T09:00:00'), reason: 'Vaccination' })
  const ravi = makeVisit({ startsAt: at('2026-11-03T09:00:00'), ownerName: 'Ravi Kumar' })
  let requests = [asha, ravi]
  let upcoming = [] as typeof requests
  const { inputs: accepted } = answer(appointmentsContract.accept, ({ id }) => {
    requests = [ravi]
    upcoming = [{ ...asha, status: 'confirmed', phase: 'agreed' }]
    return moved(id, 'confirmed')
  })
  const { inputs: declined } = answer(appointmentsContract.decline, ({ id }) => {
    requests = []
    answer(appointmentsContract.figures, {
      rating: null,
      totalReviews: 0,
      answers: { answered: 2, asked: 2 },
    })
    return moved(id, 'declined')
  })
  answer(appointmentsContract.visits, ({ tab }) => pageOf(...(tab === 'requests' ? requests : upcoming)))
  await openPage('/dashboard')
  const waiting = block('Requests waiting')
  const rows = waiting.getByRole('article')
  await expect.element(rows.first()).toHaveTextContent('Asha Verma')
  await expect.element(rows.first()).toHaveTextContent('09:00-09:30')
  await expect.element(rows.first()).toHaveTextContent('Answer by Fri, 6 Nov 2026, 09:30')
  await expect.element(rows.last()).toHaveTextContent('Ravi Kumar')
  await expect.element(block('Rating and response rate').getByText('New', { exact: true })).toBeVisible()

  await rows.first().getByRole('button', { name: 'Accept Asha Verma’s request' }).dblClick()
  await expect.element(page.getByText('Request accepted')).toBeVisible()
  await expect.element(rows.first()).toHaveTextContent('Ravi Kumar')
  expect(rows.elements()).toHaveLength(1)
  expect(accepted).toEqual([{ id: asha.id }])
  await expect.element(block('Next up').getByRole('article')).toHaveTextContent('Asha Verma')
  await expect.element(block('Next up').getByRole('article')).toHaveTextContent(/in \d days/)

  await rows.getByRole('button', { name: 'Decline Ravi Kumar’s request' }).click()
  const dialog = page.getByRole('dialog', { name: 'Decline this request?' })
  await dialog.getByLabelText('Reason').fill('Away that day')
  await dialog.getByRole('button', { name: 'Decline request' }).click()
  await expect.element(waiting.getByText('No requests are waiting')).toHaveFocus()
  expect(declined).toEqual([{ id: ravi.id, reason: 'Away that day' }])
  const figures = block('Rating and response rate')
  await expect.element(figures.getByText('100%')).toBeVisible()
  await expect
    .element(figures)
    .toHaveTextContent('you accepted or declined 2 of 2 requests before they expired')
  await expectAccessible()
})

test('a vet can cancel the next visit', async () => {
  const next = makeVisit({ startsAt: at('2026-11-03T09:00:00'), status: 'confirmed' })
  answer(appointmentsContract.visits, ({ tab }) => pageOf(...(tab === 'upcoming' ? [next] : [])))
  await openPage('/dashboard')
  const nextUp = block('Next up')
  await nextUp.getByRole('button', { name: 'Cancel Asha Verma’s appointment' }).click()
  const { inputs } = answer(appointmentsContract.cancel, ({ id }) => {
    answer(appointmentsContract.visits, pageOf())
    return moved(id, 'cancelled')
  })
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel appointment' }).click()
  await expect.element(nextUp.getByText('No upcoming appointments')).toBeVisible()
  expect(inputs).toMatchObject([{ id: next.id }])
})

test('cancelling says what it refunds: everything before a stay, and the nights left during one', async () => {
  const rupees = (amount: number) => ({ amount: amount * 100, currency: 'INR' })
  const payment = {
    amount: rupees(4000),
    refundable: 400_000,
    refunded: 0,
    status: 'completed',
    isDisputed: false,
  } as const
  const stay = makeVisit({ trade: 'sitting', startsAt: at('2026-11-03T09:00:00'), status: 'confirmed' })
  const paid = { ...stay, nights: 4, payment: { ...made(visitSchema.shape.payment.unwrap()), ...payment } }
  const during = { ...paid, startsAt: at('2026-11-01T09:00:00'), endsAt: at('2026-11-05T17:00:00') }
  for (const [visit, words] of [
    [paid, 'We refund them in full what they paid here.'],
    [
      during,
      'The stay has begun, so we refund them ₹3,000.00 for the 3 nights left, and you’re paid for the others.',
    ],
  ] as const) {
    answer(appointmentsContract.visits, ({ tab }) => pageOf(...(tab === 'upcoming' ? [visit] : [])))
    await openPage('/dashboard')
    await block('Next up').getByRole('button', { name: 'Cancel Asha Verma’s appointment' }).click()
    await expect.element(page.getByRole('dialog').getByText(words)).toBeVisible()
    await page.getByRole('dialog').getByRole('button', { name: 'Keep appointment' }).click()
  }
})

test('today’s schedule follows the vet’s time zone, is sorted, and says when it is empty', async () => {
  const timeZone = 'Europe/Berlin'
  const schedule = block('Today’s schedule')
  answer(appointmentsContract.today, { date: '2026-11-02', timeZone, rows: [] })
  await openPage('/dashboard')
  await expect.element(schedule.getByText('No appointments today')).toBeVisible()

  const over = makeVisit({
    startsAt: new Date('2026-11-02T00:00:00+01:00'),
    minutes: 1,
    timeZone,
    status: 'completed',
  })
  const running = makeVisit({ startsAt: at('2026-11-02T11:50:00'), timeZone, status: 'confirmed' })
  answer(appointmentsContract.today, { date: '2026-11-02', timeZone, rows: [over, running] })
  answer(appointmentsContract.visits, pageOf(running))
  await openPage('/dashboard')
  const rows = schedule.getByRole('listitem')
  await expect.element(rows.first()).toHaveTextContent('00:00-00:01')
  expect(rows.elements()).toHaveLength(2)
  await expect.element(rows.first()).toHaveTextContent('Completed')
  await expect.element(rows.last()).toHaveTextContent('07:20')
  await expect.element(rows.last()).toHaveTextContent('Now')
  await expect.element(schedule).toHaveTextContent('Mon, 2 Nov 2026')
  await expectAccessible()
  await rows.last().getByRole('link', { name: 'Asha Verma' }).click()
  await expect.poll(address).toBe('/appointments?side=visits&tab=upcoming')
  await expect.element(page.getByRole('article')).toHaveTextContent('Asha Verma')
})

test('a long day starts at the next visit and can be shown in full', async () => {
  const done = Array.from({ length: 7 }, (_, n) =>
    makeVisit({ startsAt: at(`2026-11-02T00:0${n}:00`), minutes: 1, status: 'completed' }),
  )
  const last = makeVisit({ startsAt: at('2026-11-02T23:59:00'), minutes: 1, status: 'confirmed' })
  answer(appointmentsContract.today, {
    date: '2026-11-02',
    timeZone: 'Asia/Kolkata',
    rows: [...done, last],
  })
  answer(appointmentsContract.weekEarnings, {
    since: '2026-11-02',
    visits: 0,
    earned: { amount: 0, currency: 'INR' },
    direct: { visits: 7, amount: { amount: 350_000, currency: 'INR' } },
  })
  await openPage('/dashboard')
  const schedule = block('Today’s schedule')
  const rows = schedule.getByRole('listitem')
  await expect.element(rows.last()).toHaveTextContent('23:59-24:00')
  expect(rows.elements()).toHaveLength(6)
  await expect
    .element(block('This week’s earnings'))
    .toHaveTextContent(
      'No appointments paid through us have taken place this week.Owners pay you directly for 7 completed appointments: ₹',
    )
  await schedule.getByRole('button', { name: 'Show the whole day: 8 appointments' }).click()
  await expect.element(rows.first()).toHaveTextContent('00:00-00:01')
  expect(rows.elements()).toHaveLength(8)
  await schedule.getByRole('button', { name: 'Show only what’s next' }).click()
  await expect.poll(() => rows.elements().length).toBe(6)
})

const failing = [
  ['Requests waiting', appointmentsContract.visits, 'No requests are waiting'],
  ['Today’s schedule', appointmentsContract.today, 'No appointments today'],
  ['Rating and response rate', appointmentsContract.figures, 'New'],
] as const
for (const [title, endpoint, sentence] of failing)
  test(`${title}: a failure shows Retry, and the rest stays`, async () => {
    fail(endpoint)
    await openPage('/dashboard')
    const failed = block(title)
    await expect
      .element(failed.getByRole('alert'))
      .toHaveTextContent('Something went wrong. Please try again.')
    for (const [other, , there] of failing)
      if (other !== title) await expect.element(block(other).getByText(there, { exact: true })).toBeVisible()
    await expectAccessible()
    answerVetsDashboard()
    await failed.getByRole('button', { name: 'Retry' }).click()
    await expect.element(failed.getByText(sentence, { exact: true })).toBeVisible()
  })

test('the warning that nobody can book shows Retry when it fails to load', async () => {
  fail(bookingContract.calendars)
  await openPage('/dashboard')
  const failed = page.getByRole('alert').filter({ hasText: 'We couldn’t load your hours.' })
  await expect.element(failed).toBeVisible()
  await expectAccessible()
  answer(bookingContract.calendars, { calendars: [makeOwnCalendar('veterinary', { hasHours: false })] })
  await failed.getByRole('button', { name: 'Retry' }).click()
  await expect.element(block('Set your availability')).toHaveTextContent('you haven’t set your hours yet')
})

test('the blocks of a vet’s dashboard cause no layout shift when they load, nor on a second visit', async () => {
  const requests = ['First', 'Second', 'Third'].map((reason, n) =>
    makeVisit({ startsAt: at(`2026-11-04T1${n}:00:00`), reason }),
  )
  let shifted = 0
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) shifted += (entry as unknown as { value: number }).value
  })
  answer(appointmentsContract.visits, ({ tab }) => pageOf(...(tab === 'requests' ? requests : [])))
  const show = holdBack(appointmentsContract.figures, { rating: null, totalReviews: 0, answers: null })
  observer.observe({ type: 'layout-shift' })
  await openPage('/dashboard')
  await expect.poll(() => block('Requests waiting').getByRole('article').elements().length).toBe(3)
  show()
  await expect.element(block('Rating and response rate').getByText('New', { exact: true })).toBeVisible()
  await expect.poll(() => page.getByRole('status', { name: /^Loading/ }).elements().length).toBe(0)
  observer.disconnect()
  expect(shifted).toBeLessThan(0.1)

  const places = () =>
    page
      .getByRole('heading', { level: 2 })
      .elements()
      .map((title) => [title.textContent, title.getBoundingClientRect().top + scrollY])
  const arrived = places()
  // A page that is left may be hidden before it goes.
  const main = page.getByRole('main').element() as HTMLElement
  main.style.display = 'none'
  await new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown)))
  await visit('/coming-soon')
  await expect.poll(() => main.querySelector('h1')?.textContent).toMatch(/soon/)
  main.style.display = ''
  for (const endpoint of ['visits', 'today', 'figures', 'weekEarnings', 'appointments'] as const)
    holdBack(appointmentsContract[endpoint], undefined as never)
  queryClientHere()!.clear()
  await visit('/dashboard')
  await expect.element(page.getByRole('status', { name: 'Loading Requests waiting' })).toBeVisible()
  await expect.poll(places).toEqual(arrived)
})

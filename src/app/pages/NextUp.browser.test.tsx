import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '#/app/testing/browser/accessible.ts'
import { answer } from '#/app/testing/browser/answers.ts'
import { answerDashboard } from '#/app/testing/browser/dashboard.ts'
import { address, openPage } from '#/app/testing/browser/open-page.tsx'
import { signIn } from '#/app/testing/browser/people.ts'
import { appointmentsContract } from '#/appointments/contract.ts'
import { makeBooking, moved, pageOf } from '#/appointments/web/appointment.factory.ts'
import { supportContract } from '#/support/contract.ts'

const operator = {
  name: 'Pawfolk',
  email: 'help@pawfolk.example',
  phone: null,
  whatsapp: null,
  address: null,
  hours: null,
  grievanceOfficer: null,
}

afterEach(() => {
  vi.useRealTimers()
})

/** Sets the clock, and has the page look at it. */
function goTo(time: Date): void {
  vi.setSystemTime(time)
  document.dispatchEvent(new Event('visibilitychange'))
}

test('the dashboard counts down to a visit, and its owner cancels it there', async () => {
  const startsAt = new Date('2026-11-02T12:00:00+05:30')
  const before = (minutes: number) => new Date(startsAt.getTime() - minutes * 60_000)
  vi.useFakeTimers({ toFake: ['Date'], now: before(61) })
  signIn('Asha Verma')
  answerDashboard()
  answer(appointmentsContract.appointments, pageOf(makeBooking({ startsAt })))
  await openPage('/dashboard')
  const row = page.getByRole('region', { name: 'Next up' }).getByRole('article')
  await expect.element(row).toHaveTextContent('in 1 hour')
  goTo(before(10))
  await expect.element(row).toHaveTextContent('in 10 minutes')
  goTo(startsAt)
  await expect.element(row).toHaveTextContent('now')

  await row.getByRole('button', { name: 'Cancel appointment with Dr. Leela Menon' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cancel this appointment?' })
  const { inputs } = answer(appointmentsContract.cancel, ({ id }) => {
    answer(appointmentsContract.appointments, pageOf())
    return moved(id, 'cancelled')
  })
  await dialog.getByRole('button', { name: 'Cancel appointment' }).click()
  await expect.element(page.getByText('No bookings yet')).toBeVisible()
  expect(inputs).toHaveLength(1)
})

test('a user without their owner record is told once, with a link to support', async () => {
  signIn('Asha Verma', { records: {} })
  answerDashboard()
  await openPage('/dashboard')
  const alert = page.getByRole('main').getByRole('alert')
  await expect
    .element(alert)
    .toHaveTextContent(/^Could not find your pet owner profile. Please contact support.$/)
  expect(page.getByRole('button', { name: 'Retry' }).elements()).toHaveLength(0)
  await expectAccessible()
  answer(supportContract.operator, operator)
  await alert.getByRole('link', { name: 'contact support' }).click()
  await expect.poll(address).toBe('/contact')
})

import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '#/app/testing/browser/accessible.ts'
import { answer, lose } from '#/app/testing/browser/answers.ts'
import { choose, openPage } from '#/app/testing/browser/open-page.tsx'
import { signIn } from '#/app/testing/browser/people.ts'
import { queryClientHere } from '#/kernel/web/query-client-here.ts'
import { notificationsContract } from '#/notifications/contract.ts'
import { haveChoices } from './notification.factory.ts'

const path = '/edit-profile?section=notifications'
const saved = page.getByText('Saved', { exact: true })
const checkbox = (name: string) => page.getByRole('checkbox', { name })
const byMail = (name: string) => page.getByRole('combobox', { name: `${name} by email` })

test('an owner sees only the notification groups that concern them, and sets a whole group at once', async () => {
  signIn('Tara Bose')
  const chosen = haveChoices()
  await openPage(`${path}&group=payments`)
  const group = (name: string) => page.getByRole('main').getByRole('group').filter({ hasText: name })
  const appointments = group('Appointments')
  await expect.element(checkbox('Refunds in the bell')).toBeVisible()
  expect(page.getByText('Payouts').elements()).toHaveLength(0)
  expect(page.getByText('Verification').elements()).toHaveLength(0)
  await expect.element(group('Lost and found')).toBeVisible()
  await expectAccessible()
  await appointments.getByText('Appointments', { exact: true }).click()
  await expect.element(checkbox('Refunds in the bell')).not.toBeInTheDocument()
  await expect.element(appointments).toHaveTextContent('Bell 17 of 17')
  await checkbox('Appointments: all in the bell').click()
  await expect.element(saved).toBeVisible()
  await expect.element(appointments).toHaveTextContent('Bell 0 of 17')
  expect(chosen.inputs).toHaveLength(17)
})

test('a user with a confirmed number chooses texts for a kind, and daily emails for a whole group', async () => {
  signIn('Sana Qureshi')
  haveChoices()
  await openPage(path)
  await expect.element(page.getByText('Add a phone number under Login & security')).toBeVisible()
  const chosen = haveChoices({ phone: '+919712345678' })
  await openPage(path)
  const byText = checkbox('Cancelled appointments by text')
  await expect.element(byText).not.toBeChecked()
  expect(checkbox('Confirmed appointments by text').elements()).toHaveLength(0)
  await byText.click()
  await expect.element(saved).toBeVisible()
  const all = byMail('Appointments: all')
  await expect.element(all).toHaveValue('')
  await all.selectOptions('Once a day')
  await expect.element(byMail('Cancelled appointments')).toHaveValue('daily')
  await expect.element(saved).toBeVisible()
  await expectAccessible()
  expect(chosen.inputs[0]).toEqual({ type: 'appointment_cancelled', channel: 'sms', isWanted: true })
})

test('a user asks for one email a day and quiet hours', async () => {
  signIn('Divya Raman')
  haveChoices()
  const set = answer(notificationsContract.setTiming)
  await openPage(path)
  const when = page.getByRole('region', { name: 'When emails come' })
  const until = when.getByLabelText('Until', { exact: true })
  await expect.element(when.getByLabelText('As things happen')).toBeChecked()
  await choose(when.getByLabelText(/^Once a day/))
  await choose(when.getByLabelText(/^Quiet hours/))
  await expectAccessible()
  await until.fill('22:00')
  await when.getByRole('button', { name: 'Save' }).click()
  await expect.element(until).toHaveFocus()
  await expect.element(when.getByText('Enter another time than the start')).toBeVisible()
  await until.fill('06:30')
  await when.getByRole('button', { name: 'Save' }).click()
  await expect.element(saved).toBeVisible()
  expect(set.inputs).toEqual([{ pace: 'daily', quiet: { from: '22:00', until: '06:30' } }])
})

test('a notification choice that fails to save is undone, with an error', async () => {
  signIn('Farhan Merchant')
  haveChoices()
  await openPage(path)
  const box = checkbox('Confirmed appointments in the bell')
  const mail = byMail('Confirmed appointments')
  await mail.selectOptions('At once')
  await expect.element(saved).toBeVisible()
  lose(notificationsContract.choose)
  await mail.selectOptions('Off')
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent(/^We couldn’t save that\. Please try again\.$/)
  await expect.element(mail).toHaveValue('at_once')
  await box.click()
  await expect.element(box).toBeChecked()
})

test('several quick choices on a slow network are all saved, also one made twice', async () => {
  signIn('Divya Raman')
  haveChoices()
  const held: (() => void)[] = []
  const sent = answer(notificationsContract.choose, async () => {
    await new Promise<void>((resolve) => held.push(resolve))
  })
  await openPage(path)
  const declined = checkbox('Declined appointments in the bell')
  const mail = byMail('Declined appointments')
  await declined.click()
  await mail.selectOptions('Off')
  await declined.click()
  await expect.element(declined).toBeChecked()
  await expect.element(mail).toHaveValue('off')
  for (let answered = 0; answered < 3; answered++) {
    await expect.poll(() => held.length).toBeGreaterThan(answered)
    held[answered]!()
  }
  await expect.element(saved).toBeVisible()
  const type = 'appointment_declined'
  expect(sent.inputs).toEqual([
    { type, channel: 'bell', isWanted: false },
    { type, channel: 'email', isWanted: false, pace: null },
    { type, channel: 'bell', isWanted: true },
  ])
})

test('news that comes while a choice is saved doesn’t undo it', async () => {
  signIn('Neha Kapoor')
  haveChoices()
  await openPage(`${path}&group=appointments`)
  const mail = byMail('Appointment requests')
  await expect.element(mail).toHaveValue('on')
  const { promise: comes, resolve: letThrough } = Promise.withResolvers<void>()
  answer(notificationsContract.choose, async () => {
    await comes
  })
  await mail.selectOptions('Off')
  // As the stream does, whose answer still has the choices from before.
  await queryClientHere()!.invalidateQueries()
  letThrough()
  await expect.element(saved).toBeVisible()
  await expect.element(mail).toHaveValue('off')
})

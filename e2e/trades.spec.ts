import type { Locator, Page } from '@playwright/test'
import { WEEKDAYS } from '#/kernel/time.ts'
import { makeStylist } from '#/styling/server/styling.factory.ts'
import { makeTrainer } from '#/training/server/training.factory.ts'
import { type Day, read } from './booking.ts'
import { inDatabase } from './database.ts'
import { expect, holdBack, signUpByApi, test } from './fixture.ts'

/** Makes one person a trainer and a stylist, who works at any hour in both trades. */
async function makeTrainerAndStylist(userId: string, fullName: string) {
  const hours = [{ days: WEEKDAYS, start: '00:00', end: '24:00' }] as const
  return inDatabase(async (db) => ({
    trainerId: await makeTrainer(db, { userId, fullName, hours }),
    stylistId: await makeStylist(db, { userId, fullName, hours }),
  }))
}

type Form = {
  dialog: Locator
  /** Chooses an hour to book. */
  choose(start: string, end: string): Promise<void>
  /** Finds the time at which an appointment may start. */
  startAt(start: string): Locator
  confirmed: string
}

async function openTraining(page: Page, trainerId: string, date: string): Promise<Form> {
  await page.goto(`/services/book-a-trainer?trainer=${trainerId}&day=${date}`)
  const dialog = page.getByRole('dialog', { name: 'Book Training Session' })
  const timeOf = (group: RegExp, time: string) =>
    dialog.getByRole('radiogroup', { name: group }).getByRole('radio', { name: new RegExp(`^${time}`) })
  const startAt = (start: string) => timeOf(/^Start time/, start)
  await dialog.getByLabel('Session type').selectOption('Puppy Training')
  return {
    dialog,
    startAt,
    async choose(start, end) {
      await startAt(start).check()
      await timeOf(/^End time/, end).check()
    },
    confirmed: 'Your training is confirmed',
  }
}

async function openStyling(page: Page, stylistId: string, date: string): Promise<Form> {
  await page.goto(`/services/book-a-stylist?stylist=${stylistId}&day=${date}`)
  const dialog = page.getByRole('dialog', { name: /^Book with/ })
  const startAt = (start: string) => dialog.getByRole('radio', { name: new RegExp(`^${start}-`) })
  await dialog.getByRole('checkbox', { name: 'Coco' }).check()
  await dialog.getByLabel('Service for Coco').selectOption('Nail Trimming')
  return {
    dialog,
    startAt,
    choose: (start) => startAt(start).check({ force: true }),
    confirmed: 'Your styling appointment is confirmed',
  }
}

test('of two owners who book one person as trainer and as stylist for the same time, one gets it and the other books another time', async ({
  page,
  openWindow,
  openSession,
  expectConsole,
}) => {
  expectConsole(/status of 409/)
  const provider = await openSession()
  await signUpByApi(provider, 'Leela Rao')
  const { user } = await read<{ user: { id: string } }>(provider, '/me')
  const { trainerId, stylistId } = await makeTrainerAndStylist(user.id, 'Leela Rao')
  const other = await openWindow()
  await signUpByApi(page, 'Asha Verma')
  await signUpByApi(other, 'Ravi Kumar')
  const pet = await other.request.post('/api/pets', { data: { name: 'Coco', species: 'cat' } })
  expect(pet.ok(), await pet.text()).toBe(true)
  const { days } = await read<{ days: Day[] }>(page, `/booking/training/providers/${trainerId}/days`)
  const { date } = days.filter(({ state }) => state === 'available')[3]!

  const forms = [await openTraining(page, trainerId, date), await openStyling(other, stylistId, date)]
  const release = [await holdBack(page, '**/rpc/training/book'), await holdBack(other, '**/rpc/styling/book')]
  const bookIn = ({ dialog }: Form) => dialog.getByRole('button', { name: /^Book (Session|Appointment)$/ })
  const sent = [page.waitForRequest('**/rpc/training/book'), other.waitForRequest('**/rpc/styling/book')]
  for (const form of forms) {
    await form.choose('10:00', '11:00')
    await bookIn(form).click()
  }
  await Promise.all(sent)
  for (const letGo of release) letGo()

  const won = await Promise.all(
    forms.map(async ({ dialog, confirmed }) => {
      const success = dialog.getByText(confirmed)
      await expect(success.or(dialog.getByRole('alert'))).toBeVisible()
      return success.isVisible()
    }),
  )
  expect(won.filter(Boolean)).toHaveLength(1)
  const loser = forms[won.indexOf(false)]!
  await expect(loser.dialog.getByRole('alert')).toHaveText('This time is no longer free.')
  // Among the stylist's times it stays, disabled.
  await expect(loser.startAt('10:00').and(loser.dialog.locator(':enabled'))).toHaveCount(0)
  await loser.choose('13:00', '14:00')
  await bookIn(loser).click()
  await expect(loser.dialog.getByText(loser.confirmed)).toBeVisible()

  const booked = await inDatabase((db) =>
    db
      .selectFrom('appointments')
      .select(['trade', 'starts_at'])
      .where('provider_user_id', '=', user.id)
      .orderBy('starts_at')
      .execute(),
  )
  expect(booked.map(({ starts_at }) => starts_at)).toEqual([
    new Date(`${date}T10:00:00+05:30`),
    new Date(`${date}T13:00:00+05:30`),
  ])
  expect(new Set(booked.map(({ trade }) => trade))).toEqual(new Set(['training', 'styling']))
})

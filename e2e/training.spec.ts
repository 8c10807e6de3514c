import { newId } from '#/kernel/server/new-id.ts'
import { addDays, dayOf, weekdayOf } from '#/kernel/time.ts'
import { makePet } from '#/pets/server/factory.ts'
import { makeSession } from '#/training/server/training.factory.ts'
import { inDatabase } from './database.ts'
import { expect, expectAccessible, signUpByApi, test } from './fixture.ts'
import { becomeProvider } from './provider.ts'
import { atSandbox } from './sandbox.ts'

test('an owner books a trainer in person and online, the trainer sees both, completes one, and is rated', async ({
  page,
  openWindow,
}) => {
  test.slow()
  const trainer = await openWindow()
  const id = await becomeProvider(trainer, 'training')
  const city = `Town ${id.slice(-6)}`
  await inDatabase((db) =>
    db
      .updateTable('pet_trainers')
      .set({
        full_name: 'Om Prakash',
        location: city,
        offers_online: true,
        comes_to_owner: true,
        hourly_rate: 75_000,
      })
      .where('id', '=', id)
      .execute(),
  )
  await signUpByApi(page, 'Asha Verma')
  const profile = { fullName: 'Asha Verma', address: '7 Palm Street', city: 'Pune' }
  expect((await page.request.put('/api/owners/profile', { data: profile })).ok()).toBe(true)

  // The list's filters.
  await page.goto('/services/book-a-trainer')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Find Pet Trainers')
  await page.getByLabel('Location').fill(city)
  await expect(page.getByText('1 pet trainer', { exact: true })).toBeVisible()
  await page.getByLabel('Specialization').selectOption('Agility Training')
  await expect(page.getByText('No pet trainer matches both filters.')).toBeVisible()
  await page.getByLabel('Specialization').selectOption('Puppy Training')
  await expect(page.getByRole('article')).toContainText('Comes to your home')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Book with Om Prakash' }).click()

  // In person, in the dialog: the trainer comes to the address in the owner's profile.
  const dialog = page.getByRole('dialog', { name: 'Book Training Session' })
  await dialog.getByRole('button', { name: 'Book Session' }).click()
  await expect(page.getByText('Please fill in all required fields.').first()).toBeVisible()
  await dialog.getByLabel('Session type').selectOption('Puppy Training')
  await dialog.locator('[data-day][aria-disabled="false"], [data-day]:not([aria-disabled])').nth(3).click()
  await dialog
    .getByRole('radiogroup', { name: /^Start time/ })
    .getByRole('radio', { name: '10:00' })
    .check()
  await dialog
    .getByRole('radiogroup', { name: /^End time/ })
    .getByRole('radio', { name: '11:30' })
    .check()
  await expect(dialog.getByText('₹1,125.00')).toBeVisible()
  await expect(dialog.getByText('The trainer comes to your home.')).toBeVisible()
  await expect(dialog.getByLabel('Your address')).toHaveValue('7 Palm Street, Pune')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Book Session' }).click()
  await expect(dialog.getByText('Your training is confirmed')).toBeVisible()
  await expect(dialog.getByText('At your home')).toBeVisible()
  await expect(dialog.getByText(/^We’ve told Om Prakash/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).last().click()

  // Online, on the booking page.
  const { days } = await (await page.request.get(`/api/booking/training/providers/${id}/days`)).json()
  const day = days.filter(({ state }: { state: string }) => state === 'available')[6].date
  await page.goto(`/services/book-a-trainer/session?trainer=${id}&date=${day}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Book Training Session')
  await page.getByRole('radio', { name: /Online Training/ }).check()
  await expect(page.getByLabel('Your address')).toHaveCount(0)
  await page.getByLabel('Session type').selectOption('House Training')
  await page
    .getByRole('radiogroup', { name: /^Start time/ })
    .getByRole('radio', { name: '15:00' })
    .check()
  await page.getByRole('button', { name: 'Book Session' }).click()
  await expect(page.getByText('Please complete all online training requirements.').first()).toBeVisible()
  await expect(page.getByText('Missing Information').first()).toBeVisible()
  await page.getByRole('radio', { name: 'Google Meet' }).check()
  await page.getByLabel('Meeting link').fill('https://meet.google.com/abc-defg-hij')
  await page.getByLabel(/^I agree to the Online Training fee and cancellation terms\./).check()
  await page.getByRole('button', { name: 'Book Session' }).click()
  await expect(page.getByText('Please select a payment method for online training.').first()).toBeVisible()
  await expect(page.getByText('Payment Method Required').first()).toBeVisible()
  await expectAccessible(page)

  // Choosing another trainer from the page.
  await page.locator('summary', { hasText: 'About' }).first().click()
  await page.getByRole('button', { name: 'Choose another trainer' }).click()
  const others = page.getByRole('dialog', { name: 'Find Pet Trainers' })
  await expect(others.getByRole('link', { name: 'Book with Om Prakash' }).first()).toBeVisible()
  await page.keyboard.press('Escape')

  // With a saved card the session is booked and paid, and the trainer finds it confirmed.
  const [tab] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('link', { name: 'Add Payment Method' }).click(),
  ])
  await tab.getByRole('button', { name: 'Add card' }).click()
  await atSandbox(tab, null, /Save this card/)
  await expect(tab.getByText('Visa •••• 1111')).toBeVisible()
  await tab.close()
  await page.bringToFront()
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expect(page.getByRole('radio', { name: /Visa •••• 1111/ })).toBeChecked()
  await page.getByRole('button', { name: 'Book Session' }).click()
  await page.getByRole('button', { name: 'Pay Now' }).click()
  await atSandbox(page, 'The bank says yes', /^Pay/)
  await expect(page.getByRole('heading', { name: 'Payment Successful' })).toBeVisible()
  await trainer.goto('/appointments?side=visits&tab=upcoming')
  const online = trainer.getByRole('article').filter({ hasText: 'House Training' })
  await expect(online).toContainText('Confirmed')
  await expect(online).toContainText('₹750.00, paid')
  await expect(online).toContainText('https://meet.google.com/abc-defg-hij')
  await expect(online).not.toContainText('At their home')
  await expect(trainer.getByRole('article').filter({ hasText: 'Puppy Training' })).toContainText(
    'At their home: 7 Palm Street, Pune',
  )

  // The trainer completes a past session, and the owner rates it.
  const me = await (await page.request.get('/api/me')).json()
  await inDatabase((db) =>
    makeSession(db, {
      trainerId: id,
      ownerId: me.user.records.pet_owner,
      sessionType: 'Trick Training',
      startsAt: new Date(Date.now() - 40 * 60_000),
      minutes: 60,
    }),
  )
  // Trainers have no requests to answer: an old link to them leads to what is to come.
  await trainer.goto('/appointments?side=visits&tab=requests')
  await expect(trainer.getByRole('tab', { name: 'Upcoming' })).toHaveAttribute('aria-selected', 'true')
  await expect(trainer.getByRole('tab')).toHaveCount(2)
  await expect(trainer.getByText('Puppy Training').first()).toBeVisible()
  await trainer.getByRole('button', { name: 'Mark done: Asha Verma’s appointment' }).click()
  await expect(trainer.getByText('Trick Training')).toBeHidden()
  await page.goto('/appointments?tab=past')
  await page.getByRole('button', { name: /^Rate/ }).click()
  const rating = page.getByRole('dialog')
  await rating.getByRole('radio', { name: /5/ }).check({ force: true })
  await rating.getByRole('button', { name: 'Publish' }).click()
  await expect(rating).toBeHidden()
  await page.goto(`/services/book-a-trainer?location=${encodeURIComponent(city)}`)
  await expect(page.getByRole('article')).toContainText('5.0')
})

test('a trainer writes a session note with homework, and the owner finds it on the timeline', async ({
  page,
  openWindow,
}) => {
  const trainer = await openWindow()
  const id = await becomeProvider(trainer, 'training')
  await signUpByApi(page, 'Asha Verma')
  const { user } = await (await page.request.get('/api/me')).json()
  await inDatabase(async (db) => {
    const pet = await makePet(db, { ownerId: user.records.pet_owner, name: 'Bruno' })
    const startsAt = new Date(Date.now() - 26 * 3_600_000)
    const session = { trainerId: id, ownerId: user.records.pet_owner, petId: pet.id }
    await makeSession(db, { ...session, startsAt, status: 'completed' })
  })
  await trainer.goto('/appointments?side=visits&tab=past')
  await trainer.getByRole('link', { name: 'Add session note for Bruno' }).click()
  await expect(trainer.getByRole('heading', { name: 'Session note for Bruno' })).toBeVisible()
  await expect(trainer.getByLabel('Kind')).toHaveCount(0)
  await expect(trainer.getByLabel('Temperature, °C')).toHaveCount(0)
  await trainer.getByLabel('What we trained').fill('Sit and stay')
  await trainer.getByLabel('How it went').fill('He sits at once.')
  await trainer.getByLabel('Next step').fill('We practise near the park gate.')
  await trainer.getByRole('button', { name: 'Add an exercise' }).click()
  const exercise = trainer.getByRole('group', { name: 'Exercise 1' })
  await expect(exercise.getByRole('textbox', { name: 'Exercise' })).toBeFocused()
  await exercise.getByRole('textbox', { name: 'Exercise' }).fill('Loose lead')
  await trainer.getByRole('button', { name: 'Save draft' }).click()
  await expect(exercise.getByRole('textbox', { name: 'How often' })).toBeFocused()
  await expectAccessible(trainer)
  await exercise.getByRole('textbox', { name: 'How often' }).fill('on each walk')
  await exercise.getByRole('textbox', { name: 'How long' }).fill('10 minutes')
  await trainer.getByRole('button', { name: 'Add another exercise' }).click()
  await trainer.getByRole('button', { name: 'Remove exercise 2' }).click()
  await expect(trainer.getByRole('button', { name: 'Add another exercise' })).toBeFocused()
  await trainer.getByRole('button', { name: 'Save draft' }).click()
  await expect(trainer.getByRole('region', { name: 'Homework' })).toContainText('on each walk, 10 minutes')
  await trainer.getByRole('button', { name: 'Sign' }).click()
  await trainer.getByRole('dialog').getByRole('button', { name: 'Sign note' }).click()
  await expect(trainer.getByText('Signed', { exact: true }).first()).toBeVisible()

  await page.goto('/dashboard/pet-visit-notes')
  await expect(page.getByRole('article')).toContainText('Homework: Loose lead')
  await page.getByLabel('Kind').selectOption('Training')
  await page.getByRole('article').getByRole('link').click()
  await expect(page.getByRole('region', { name: 'Next step' })).toContainText('near the park gate')
  await expect(page.getByRole('region', { name: 'Homework' })).toContainText('Loose lead')
  await expectAccessible(page)
})

test('an owner moves a long session into its own time, and sees no day that is too short', async ({
  page,
  openWindow,
}) => {
  const trainer = await openWindow()
  const id = await becomeProvider(trainer, 'training')
  await signUpByApi(page, 'Asha Verma')
  const { user } = await (await page.request.get('/api/me')).json()
  const { days } = await (await page.request.get(`/api/booking/training/providers/${id}/days`)).json()
  const [own, short, open] = days.slice(4).map(({ date }: { date: string }) => date)
  await inDatabase(async (db) => {
    for (const [date, end] of [
      [own, '13:00'],
      [short, '11:00'],
      [open, '12:00'],
    ])
      await db
        .insertInto('pet_trainer_schedules')
        .values({
          id: newId(),
          pet_trainer_id: id,
          day_of_week: weekdayOf(date),
          schedule_date: date,
          start_time: '10:00',
          end_time: end,
        })
        .execute()
    const startsAt = new Date(`${own}T10:00:00+05:30`)
    await makeSession(db, { trainerId: id, ownerId: user.records.pet_owner, startsAt, minutes: 120 })
  })

  await page.goto('/appointments')
  await page.getByRole('button', { name: /^Reschedule appointment/ }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('radio', { name: '10:00-12:00 Your time now' })).toBeDisabled()
  await expect(dialog.locator(`[data-day="${short}"]`)).toHaveAccessibleName(/no times left/)
  await dialog.locator(`[data-day="${open}"]`).click()
  await expect(dialog.getByRole('radio')).toHaveCount(1)
  await dialog.locator(`[data-day="${own}"]`).click()
  await expect(dialog.getByRole('radio')).toHaveCount(3)
  await dialog.getByRole('radio', { name: '11:00-13:00' }).check()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Move appointment' }).click()
  await expect(page.getByText('Appointment moved', { exact: true })).toBeVisible()
  await expect(page.getByRole('article')).toContainText('11:00-13:00')
})

test('a trainer on holiday without a phone sends owners to others; their own subjects come first', async ({
  page,
  openWindow,
}) => {
  const trainer = await openWindow()
  const id = await becomeProvider(trainer, 'training')
  const today = dayOf(new Date(), 'Asia/Kolkata')
  await inDatabase(async (db) => {
    await db
      .updateTable('pet_trainers')
      .set({ specializations: ['Trick Training', 'Puppy Training'] })
      .where('id', '=', id)
      .execute()
    await db
      .insertInto('pet_trainer_holidays')
      .values({ id: newId(), pet_trainer_id: id, start_date: today, end_date: addDays(today, 40) })
      .execute()
  })
  await signUpByApi(page, 'Asha Verma')
  await page.goto(`/services/book-a-trainer?trainer=${id}`)
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Please look again later, or choose another pet trainer.')).toBeVisible()
  await expect(dialog.getByText(/Please try again later or choose another pet trainer\.$/)).toBeVisible()
  await expect(dialog.getByLabel('Session type').locator('option')).toContainText([
    'Choose a session type',
    'Puppy Training',
    'Trick Training',
    'Basic Training',
  ])
  await expectAccessible(page)
})

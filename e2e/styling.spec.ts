import { newId } from '#/kernel/server/new-id.ts'
import { addDays, type Day, dayOf, WEEKDAYS } from '#/kernel/time.ts'
import { makePhoto } from '#/pets/server/photo.factory.ts'
import { makeStyling, makeStylist } from '#/styling/server/styling.factory.ts'
import { inDatabase } from './database.ts'
import { expect, expectAccessible, signUpByApi, test } from './fixture.ts'

test('an owner books a stylist for two pets; the stylist sees services and flags and marks it done, and is rated', async ({
  page,
  openWindow,
  expectConsole,
}) => {
  test.slow()
  // The rate has changed while the form was open.
  expectConsole(/409 \(Conflict\).*\/rpc\/styling\/book/)
  const fullName = `Farah ${crypto.randomUUID().slice(0, 8)}`
  const salon = await openWindow()
  await signUpByApi(salon, fullName)
  const me = await (await salon.request.get('/api/me')).json()
  const stylistId = await inDatabase((db) =>
    makeStylist(db, {
      userId: me.user.id,
      fullName,
      location: fullName,
      hourlyRate: 80_000,
      specializations: ['Full Grooming', 'Nail Trimming'],
      hours: [{ days: WEEKDAYS, start: '00:00', end: '24:00' }],
    }),
  )
  const worn = await salon.request.put('/api/me/role', { data: { role: 'pet_stylist' } })
  expect(worn.ok(), await worn.text()).toBe(true)

  await salon.goto('/profile/pet-stylist')
  await salon.getByRole('checkbox', { name: 'I come to owners’ homes' }).check()
  await expectAccessible(salon)
  await salon.getByRole('button', { name: 'Save' }).click()
  await expect(salon.getByText('Your profile is saved.')).toBeVisible()

  await signUpByApi(page, 'Asha Verma')
  for (const [name, species] of [
    ['Bruno', 'dog'],
    ['Coco', 'cat'],
    ['Tiger', 'dog'],
  ])
    expect((await page.request.post('/api/pets', { data: { name, species } })).ok()).toBe(true)

  await page.goto('/services/book-a-stylist')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Find a Stylist')
  await page.getByLabel('Location').fill(fullName)
  await page.getByLabel('Service').selectOption('Nail Trimming')
  await expect(page.getByText('1 stylist', { exact: true })).toBeVisible()
  await expect(page.getByRole('article')).toContainText('Comes to your home')
  await expectAccessible(page)
  await page.getByRole('link', { name: `Book with ${fullName}` }).click()
  const dialog = page.getByRole('dialog', { name: `Book with ${fullName}` })
  await dialog.getByRole('button', { name: 'Next available date' }).click()
  const chosen = dialog.locator('td[aria-selected="true"] [data-day]')
  const closedOn = (await chosen.getAttribute('data-day')) as Day
  await inDatabase((db) =>
    db
      .insertInto('pet_stylist_holidays')
      .values({ id: newId(), pet_stylist_id: stylistId, start_date: closedOn, end_date: closedOn })
      .execute(),
  )
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  await expect(dialog.getByText('This date is not available due to stylist holiday.').first()).toBeVisible()
  await dialog.locator('[data-state="available"]').last().click()
  await dialog.getByRole('radio', { name: '10:00-11:00' }).check({ force: true })
  await expect(dialog.getByText('for 60 minutes')).toContainText('₹800.00')
  await expect(dialog.getByText('· about ₹800.00')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Choose a pet to book.' })).toBeVisible()
  await dialog.getByRole('checkbox', { name: 'Bruno' }).check()
  await expect(dialog.getByRole('button', { name: 'Choose a service to book.' })).toBeVisible()
  await dialog.getByLabel('Service for Bruno').selectOption('Full Grooming')
  await dialog.getByLabel('Has Bruno ever bitten?').fill('Snaps at clippers')
  await dialog.getByRole('checkbox', { name: 'Coco' }).check()
  await expect(dialog.getByRole('checkbox', { name: 'Tiger' })).toBeDisabled()
  await expect(dialog.getByText('This stylist takes up to 2 pets at a time.')).toBeVisible()
  await dialog.getByLabel('Service for Coco').selectOption('Nail Trimming')
  await dialog.getByLabel('Special instructions').fill('No perfume, please')
  await dialog.getByRole('button', { name: 'Enter your address to book.' }).click()
  await dialog.getByLabel('Your address').fill('7 Palm Street')
  await expectAccessible(page)
  await inDatabase((db) =>
    db.updateTable('pet_stylists').set({ hourly_rate: 90_000 }).where('id', '=', stylistId).execute(),
  )
  await dialog.getByRole('button', { name: 'Book Appointment' }).click()
  await expect(dialog.getByText('Please check the estimate and book again. It’s now ₹900.00.')).toBeVisible()
  await expect(dialog.getByText('for 60 minutes')).toContainText('₹900.00')
  await dialog.getByRole('button', { name: 'Book Appointment' }).click()
  await expect(dialog.getByRole('heading', { name: 'Your styling appointment is confirmed' })).toBeVisible()
  await expectAccessible(page)

  // Moves the appointment to now.
  await inDatabase(async (db) => {
    const [booked] = await db
      .selectFrom('styling_appointments as s')
      .innerJoin('providers as p', 'p.id', 's.pet_stylist_id')
      .select('s.id')
      .where('p.full_name', '=', fullName)
      .execute()
    const startsAt = new Date(Date.now() - 1_800_000)
    const times = { starts_at: startsAt, ends_at: new Date(startsAt.getTime() + 3_600_000) }
    await db.updateTable('appointments').set(times).where('id', '=', booked!.id!).execute()
  })

  await salon.goto('/appointments?side=visits&tab=upcoming')
  // Only trainers sell packages.
  await expect(salon.getByRole('link', { name: 'Packages', exact: true })).toHaveCount(0)
  const visit = salon.getByRole('article', { name: 'Asha Verma' })
  await expect(visit).toContainText('Bruno: Full Grooming')
  await expect(visit).toContainText('Coco: Nail Trimming')
  await expect(visit).toContainText('Bruno, bites: Snaps at clippers')
  await expect(visit).toContainText('Special instructions No perfume, please')
  await expect(visit).toContainText('At their home: 7 Palm Street')
  await expect(visit).toContainText('About ₹900.00 (estimate)')
  await expect(visit.getByRole('list', { name: 'Please note' }).getByRole('listitem')).toHaveText([
    'New client: their first booking with you',
    'Bruno: no Rabies vaccination on record',
    'Bruno: no DHPPi vaccination on record',
    'Coco: no Rabies vaccination on record',
    'Coco: no FVRCP vaccination on record',
  ])
  await expectAccessible(salon)
  await visit.getByRole('button', { name: 'Mark done: Asha Verma’s appointment' }).click()
  await expect(visit).toBeHidden()

  // A note for each pet, signed one by one.
  await salon.goto('/appointments?side=visits&tab=past')
  await salon.getByRole('link', { name: 'Add grooming note for Bruno' }).click()
  await expect(salon.getByRole('heading', { name: 'Grooming note for Bruno' })).toBeVisible()
  await expect(salon.getByRole('button', { name: 'Add a medicine' })).toHaveCount(0)
  await salon.getByLabel('Coat and skin').fill('Two small mats behind the ears.')
  await salon.getByLabel('Behaviour').fill('Calm, but not at the clippers.')
  await expectAccessible(salon)
  await salon.getByRole('button', { name: 'Save draft' }).click()
  await salon.getByRole('button', { name: 'Sign' }).click()
  const sign = salon.getByRole('dialog', { name: 'Sign this note?' })
  await expect(sign).toContainText('The note still needs a few words on what was done')
  await sign.getByRole('button', { name: 'Go back' }).click()
  await salon.getByRole('link', { name: 'Edit', exact: true }).click()
  await salon.getByLabel('What was done').fill('Bath, brush and nails.')
  await salon.getByRole('button', { name: 'Save draft' }).click()
  await salon.getByRole('button', { name: 'Sign' }).click()
  await sign.getByRole('button', { name: 'Sign note' }).click()
  await expect(salon.getByText('Signed', { exact: true }).first()).toBeVisible()
  await salon.goto('/appointments?side=visits&tab=past')
  await expect(salon.getByRole('link', { name: 'Grooming note for Bruno' })).toBeVisible()
  await salon.getByRole('link', { name: 'Add grooming note for Coco' }).click()
  await salon.getByLabel('What was done').fill('Nails only.')
  await salon.getByRole('button', { name: 'Save draft' }).click()
  await expect(salon.getByRole('heading', { name: 'Grooming note for Coco' })).toBeVisible()

  // Pictures from before and after.
  await salon.goto('/appointments?side=visits&tab=past')
  await salon.getByRole('link', { name: 'Pictures of Bruno' }).click()
  const photo = await makePhoto('bruno.jpg')
  const buffer = Buffer.from(await photo.arrayBuffer())
  for (const moment of ['Before', 'After']) {
    const section = salon.getByRole('region', { name: moment })
    await section.locator('input[type=file]').setInputFiles({
      name: 'notes.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('No picture'),
    })
    await expect(section.getByRole('alert')).toHaveText('Please choose a JPG, PNG or WebP picture.')
    await section.locator('input[type=file]').setInputFiles({
      name: 'bruno.jpg',
      mimeType: 'image/jpeg',
      buffer,
    })
    await expect(section.getByRole('img')).toHaveCount(1)
  }
  await expectAccessible(salon)
  await salon.getByRole('button', { name: 'Remove picture 1 from before the visit' }).click()
  await expect(salon.getByText('No pictures from before the visit.')).toBeVisible()
  await page.goto('/appointments?tab=past')
  await page.getByRole('list', { name: 'Pictures of Bruno' }).getByRole('link').click()
  await expect(page.getByRole('heading', { name: 'Pictures of Bruno' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'After' }).getByRole('img')).toHaveCount(1)
  await expect(page.getByRole('button', { name: /^Remove/ })).toHaveCount(0)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'All notes about Bruno' }).click()
  await expect(page.getByRole('list', { name: 'Pictures of Bruno' }).getByRole('img')).toHaveCount(1)
  await expectAccessible(page)

  // An incident, which the owner answers.
  await salon.goto('/appointments?side=visits&tab=past')
  await salon.getByRole('link', { name: 'Note an incident with Bruno' }).click()
  await expect(salon.getByRole('heading', { name: 'Note an incident with Bruno' })).toBeVisible()
  await salon.getByLabel('How serious').selectOption('Moderate')
  await salon.getByRole('button', { name: 'Note incident' }).click()
  await expect(salon.getByLabel('What happened')).toBeFocused()
  await expectAccessible(salon)
  await salon.getByLabel('What happened').fill('He bit when I cut his nails.')
  await salon.getByLabel('What you did').fill('I put a muzzle on him.')
  await salon.getByRole('button', { name: 'Note incident' }).dblclick()
  await expect(salon.getByRole('heading', { name: 'Incident with Bruno' })).toBeVisible()
  await salon.getByRole('link', { name: 'Correct' }).click()
  await salon.getByRole('textbox', { name: 'What happened' }).fill('He snapped at me when I cut his nails.')
  await salon.getByRole('button', { name: 'Save correction' }).click()
  await expect(salon.getByRole('region', { name: 'What happened' })).toContainText('He snapped at me')
  await page.goto('/appointments?tab=past')
  await page.getByRole('link', { name: 'Incident with Bruno: answer' }).click()
  await expect(page.getByRole('region', { name: 'What happened' })).toContainText('He snapped at me')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Send answer' }).click()
  await expect(page.getByText('Please write your answer.')).toBeVisible()
  await page.getByLabel('Answer').fill('I am sorry. Clippers frighten him.')
  await page.getByRole('button', { name: 'Send answer' }).click()
  await expect(page.getByRole('region', { name: /^Owner’s answer/ })).toContainText('Clippers frighten him')
  await expect(page.getByRole('button', { name: 'Send answer' })).toHaveCount(0)
  await salon.reload()
  await expect(salon.getByRole('region', { name: /^Owner’s answer/ })).toContainText('Clippers frighten him')
  await expect(salon.getByRole('link', { name: 'Correct' })).toHaveCount(0)
  await salon.getByLabel('Addendum').fill('The wound is healing.')
  await salon.getByRole('button', { name: 'Add addendum' }).click()
  await expect(salon.getByRole('region', { name: /^Addendum/ })).toContainText('healing')
  await expectAccessible(salon)

  await page.goto('/appointments?tab=past')
  await expect(page.getByRole('link', { name: /^Grooming note/ })).toHaveCount(1)
  await page.getByRole('link', { name: 'Grooming note for Bruno' }).click()
  await expect(page.getByRole('region', { name: 'Coat and skin' })).toContainText('Two small mats')
  await expectAccessible(page)
  await page.goto('/appointments?tab=past')
  const card = page.getByRole('article', { name: fullName })
  await expect(card).toContainText('Pet styling')
  await expect(card).toContainText('At your home: 7 Palm Street')
  await expect(card).not.toContainText('on record')
  await card.getByRole('button', { name: /^Rate/ }).click()
  const rate = page.getByRole('dialog')
  await rate.getByRole('radio', { name: /5/ }).check({ force: true })
  await rate.getByRole('button', { name: 'Publish' }).click()
  await expect(rate).toBeHidden()
  await page.goto(`/services/book-a-stylist?location=${encodeURIComponent(fullName)}`)
  await expect(page.getByRole('article')).toContainText('5.0')
})

test('an owner moves an appointment into a longer time, and sees the new estimate first', async ({
  page,
  openWindow,
}) => {
  const salon = await openWindow()
  await signUpByApi(salon, 'Tara Bose')
  const me = await (await salon.request.get('/api/me')).json()
  await signUpByApi(page, 'Asha Verma')
  const { user } = await (await page.request.get('/api/me')).json()
  const pet = await (await page.request.post('/api/pets', { data: { name: 'Bruno', species: 'dog' } })).json()
  const day = addDays(dayOf(new Date(), 'Asia/Kolkata'), 3)
  await inDatabase(async (db) => {
    const stylistId = await makeStylist(db, {
      userId: me.user.id,
      hours: [{ days: WEEKDAYS, start: '10:00', end: '16:00', slotMinutes: 90 }],
    })
    const startsAt = new Date(`${day}T10:00:00+05:30`)
    const pets = [{ petId: pet.id }]
    await makeStyling(db, { stylistId, ownerId: user.records.pet_owner, pets, startsAt, minutes: 30 })
  })
  await page.goto('/appointments')
  await expect(page.getByRole('article')).toContainText('About ₹400.00 (estimate)')
  await page.getByRole('button', { name: /^Reschedule appointment/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.locator(`[data-day="${addDays(day, 1)}"]`).click()
  await dialog.getByRole('radio', { name: '13:00-14:30' }).check({ force: true })
  await expect(dialog.getByText('about ₹1,200.00 for the new length, instead of ₹400.00')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Move appointment' }).click()
  await expect(page.getByRole('article')).toContainText('About ₹1,200.00 (estimate)')
})

test('a stylist isn’t offered Find a Stylist, and an unknown stylist’s URL says so', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/404/)
  await signUpByApi(page, 'Noor Jahan')
  await page.goto('/services')
  await expect(page.getByRole('main').getByText('Find a Stylist').first()).toBeVisible()
  const worn = await page.request.put('/api/me/role', { data: { role: 'pet_stylist' } })
  expect(worn.ok(), await worn.text()).toBe(true)
  await page.goto('/services')
  await expect(page.getByRole('main').getByText('Find a Trainer').first()).toBeVisible()
  await expect(page.getByRole('main').getByText('Find a Stylist')).toHaveCount(0)
  await page.goto(`/services/book-a-stylist?stylist=${crypto.randomUUID()}`)
  await expect(page.getByRole('dialog', { name: 'Stylist not found' })).toBeVisible()
})

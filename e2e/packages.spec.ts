import { makeOffer } from '#/packages/server/packages.factory.ts'
import { packageName } from '#/payments/rules.ts'
import { inDatabase } from './database.ts'
import { openDesk } from './desk.ts'
import { expect, expectAccessible, signUpByApi, test, visit } from './fixture.ts'
import { becomeProvider } from './provider.ts'

test('a trainer sells a package, an owner buys it, books with it, and a cancelled session goes back', async ({
  page,
  openWindow,
}) => {
  test.slow()
  const trainer = await openWindow()
  const id = await becomeProvider(trainer, 'training')
  await inDatabase((db) =>
    db
      .updateTable('pet_trainers')
      .set({ full_name: 'Om Prakash', hourly_rate: 80_000 })
      .where('id', '=', id)
      .execute(),
  )

  // The trainer's offer and its limits.
  await trainer.goto('/packages?tab=offers')
  await trainer.getByRole('button', { name: 'Add a package' }).click()
  await trainer.getByRole('textbox', { name: 'Title' }).fill('Puppy basics')
  await trainer.getByRole('textbox', { name: 'Number of sessions' }).fill('60')
  await trainer.getByRole('textbox', { name: 'Price of the whole package' }).fill('2800')
  await trainer.getByRole('textbox', { name: 'Valid for' }).fill('3')
  await trainer.getByRole('button', { name: 'Save' }).click()
  await expect(trainer.getByText('Please enter 50 or less')).toBeVisible()
  await trainer.getByRole('textbox', { name: 'Number of sessions' }).fill('4')
  await expect(trainer.getByText('₹700.00 a session instead of ₹800.00: owners save ₹400.00.')).toBeVisible()
  await expectAccessible(trainer)
  await trainer.getByRole('button', { name: 'Save' }).click()
  await expect(trainer.getByRole('article', { name: 'Puppy basics' })).toContainText('0 sold')

  // The owner buys it where a session is booked, and pays in the sandbox.
  await signUpByApi(page, 'Asha Verma')
  await page.goto('/packages')
  await expect(page.getByText('You haven’t bought any packages yet.')).toBeVisible()
  await visit(page, `/services/book-a-trainer/session?trainer=${id}`)
  await page.getByText('Packages: save up to ₹400.00').click()
  await page.getByRole('button', { name: 'Buy Puppy basics' }).click()
  const asked = page.getByRole('dialog', { name: 'Buy this package?' })
  await expect(asked).toContainText('4 sessions of 1 hour, any type of session')
  await expect(asked).toContainText('Used sessions count at ₹800.00, the price of a single session.')
  await expectAccessible(page)
  await asked.getByRole('button', { name: 'Pay ₹2,800.00' }).click()
  await expect(page.getByText('no real money moves')).toBeVisible()
  await page.getByRole('button', { name: /^Pay/ }).click()
  await expect(page.getByRole('heading', { name: 'Payment Successful' })).toBeVisible()
  await page.getByRole('link', { name: 'My packages' }).click()
  const own = page.getByRole('article', { name: 'Puppy basics' })
  await expect(own).toContainText('4 of 4 sessions left')
  await expectAccessible(page)

  // A session with it costs nothing.
  await inDatabase((db) =>
    db
      .updateTable('packages')
      .set({ session_types: ['Puppy Training'], minutes: 90 })
      .where('provider_id', '=', id)
      .execute(),
  )
  await own.getByRole('link', { name: 'Book a session with Puppy basics' }).click()
  const [bookWith, type] = [page.getByLabel('Book with'), page.getByLabel('Session type')]
  await expect(bookWith).toHaveValue(/-/)
  await bookWith.selectOption('No package, pay for this session')
  await type.selectOption('Trick Training')
  await bookWith.selectOption({ index: 0 })
  await expect(type).toHaveValue('')
  await type.selectOption('Puppy Training')
  await page.locator('[data-day][aria-disabled="false"], [data-day]:not([aria-disabled])').nth(4).click()
  await page
    .getByRole('radiogroup', { name: /^Start time/ })
    .getByRole('radio', { name: '10:00' })
    .check()
  // The package decides the length.
  const ends = page.getByRole('radiogroup', { name: /^End time/ }).getByRole('radio')
  await expect(ends).toHaveAccessibleName('11:30 1 h 30 min')
  await expect(ends).toBeChecked()
  await bookWith.selectOption('No package, pay for this session')
  await expect(ends).toHaveCount(8)
  await ends.nth(1).check()
  await expect(page.getByText('10:00-11:00')).toBeVisible()
  await bookWith.selectOption({ index: 0 })
  await expect(page.getByText('10:00-11:30')).toBeVisible()
  await type.selectOption('Puppy Training')
  await page.getByRole('button', { name: 'Book Session' }).click()
  await expect(page.getByRole('heading', { name: 'Your training is confirmed' })).toBeVisible()

  await visit(page, '/appointments')
  await expect(page.getByText('From the package “Puppy basics”')).toBeVisible()
  await page.getByRole('link', { name: 'Packages', exact: true }).click()
  await expect(own).toContainText('3 of 4 sessions left')
  await own.getByText('History').click()
  await expect(own.getByText(/Puppy Training · Booked$/)).toBeVisible()
  await visit(trainer, '/packages?tab=sold')
  await expect(trainer.getByRole('article', { name: 'Asha Verma' })).toContainText('3 of 4 sessions left')
  await expectAccessible(trainer)

  // A session cancelled in time goes back to the package.
  await visit(page, '/appointments')
  await page.getByRole('button', { name: 'Cancel appointment with Om Prakash' }).click()
  const cancelling = page.getByRole('dialog')
  await expect(cancelling).toContainText('The session goes back to your package “Puppy basics”')
  await cancelling.getByRole('button', { name: 'Cancel appointment' }).click()
  await expect(cancelling).toBeHidden()
  await page.goto('/packages')
  await expect(own).toContainText('4 of 4 sessions left')

  // A trainer who blocks the owner can't be booked, and keeps nothing.
  const [owner, provider] = await inDatabase(async (db) => {
    const { user_id } = await db
      .selectFrom('pet_trainers')
      .select('user_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const bought = await db
      .selectFrom('packages as k')
      .innerJoin('pet_owners as o', 'o.id', 'k.pet_owner_id')
      .select('o.user_id')
      .where('k.provider_id', '=', id)
      .executeTakeFirstOrThrow()
    return [bought.user_id, user_id] as const
  })
  await inDatabase((db) =>
    db
      .insertInto('message_blocks')
      .values({
        blocker_id: provider,
        blocked_id: owner,
        created_at: new Date(),
        blocked_name: 'Asha',
        pet_names: '{}',
      })
      .execute(),
  )
  await page.reload()
  await expect(own).toContainText(
    'You can’t book Om Prakash at the moment. The package doesn’t expire meanwhile, and you can return what’s left of it at any time.',
  )
  await expect(own.getByRole('link', { name: 'Book a session' })).toHaveCount(0)
  await expectAccessible(page)

  // Returned unused, the whole price goes back.
  await own.getByRole('button', { name: 'Return Puppy basics' }).click()
  const returning = page.getByRole('dialog', { name: 'Return this package?' })
  await expect(returning).toContainText('You’ll get back ₹2,800.00')
  await returning.getByRole('button', { name: 'Return it' }).click()
  await expect(own).toContainText('Returned')
})

test('Support finds a package by its reference, refunds a part of it and ends it', async ({
  page,
  openWindow,
}) => {
  test.slow()
  const trainer = await openWindow()
  const trainerId = await becomeProvider(trainer, 'training')
  const city = `Town ${trainerId.slice(-6)}`
  const offerId = await inDatabase(async (db) => {
    await db
      .updateTable('pet_trainers')
      .set({ full_name: 'Om Prakash', location: city, hourly_rate: 80_000 })
      .where('id', '=', trainerId)
      .execute()
    return makeOffer(db, { trainerId, sessions: 4, price: 280_000 })
  })

  // A withdrawn package comes back on sale, and the trainer's card says what packages cost.
  await trainer.goto('/packages?tab=offers')
  const offer = trainer.getByRole('article', { name: 'Puppy basics' })
  await offer.getByRole('button', { name: 'Withdraw Puppy basics' }).click()
  await trainer.getByRole('dialog').getByRole('button', { name: 'Withdraw it' }).click()
  await expect(offer).toContainText('withdrawn from sale')
  await expectAccessible(trainer)
  await offer.getByRole('button', { name: 'Put back on sale: Puppy basics' }).click()
  await expect(offer.getByRole('button', { name: 'Change Puppy basics' })).toBeVisible()

  await signUpByApi(page, 'Asha Verma')
  await page.goto(`/services/book-a-trainer?location=${encodeURIComponent(city)}`)
  await expect(page.getByRole('article')).toContainText('Packages from ₹2,800.00')
  await expectAccessible(page)
  await visit(page, `/services/book-a-trainer/session?trainer=${trainerId}`)
  await page.getByText('Packages: save up to ₹400.00').click()
  await page.getByRole('button', { name: 'Buy Puppy basics' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Pay ₹2,800.00' }).click()
  await page.getByRole('button', { name: /^Pay/ }).click()
  await expect(page.getByRole('heading', { name: 'Payment Successful' })).toBeVisible()
  const reference = await inDatabase(async (db) => {
    const sold = db.selectFrom('packages').select('number').where('offer_id', '=', offerId)
    return packageName((await sold.executeTakeFirstOrThrow()).number)
  })

  const desk = await openWindow()
  await openDesk(desk, 'Nadia')
  await desk.goto('/admin-dashboard?view=packages')
  await desk.getByRole('button', { name: 'Find' }).click()
  await expect(desk.getByText('Please enter a reference.')).toBeVisible()
  await desk.getByRole('textbox', { name: 'Reference' }).fill(` ${reference.toLowerCase()} `)
  await desk.getByRole('button', { name: 'Find' }).click()
  const sold = desk.getByRole('article', { name: `Package ${reference}` })
  await expect(sold).toContainText('4 of 4 sessions left')
  await expectAccessible(desk)

  await sold.getByRole('button', { name: /^Refund/ }).click()
  const refunding = desk.getByRole('dialog')
  await expect(refunding).toContainText('If you refund everything, the package ends.')
  await refunding.getByLabel(/^Amount/).fill('700')
  await refunding.getByRole('textbox', { name: /^Reason/ }).fill('One session went wrong')
  await expectAccessible(desk)
  await refunding.getByRole('button', { name: /^Refund/ }).click()
  await expect(refunding).toBeHidden()
  await expect(sold).toContainText('₹700.00 refunded')
  await expect(sold).toContainText('Active')

  await sold.getByRole('button', { name: 'End package' }).click()
  const ending = desk.getByRole('dialog', { name: `End ${reference}?` })
  await expect(ending).toContainText('The 4 sessions left are lost')
  await ending.getByRole('textbox').fill('They agreed to part')
  await expectAccessible(desk)
  await ending.getByRole('button', { name: 'End package' }).click()
  await expect(sold).toContainText('0 of 4 sessions left')
  await expect(sold).toContainText('They agreed to part')

  await visit(page, '/packages')
  const own = page.getByRole('article', { name: 'Puppy basics' })
  await expect(own).toContainText('Ended')
  await expect(own).toContainText('₹700.00 refunded')
})

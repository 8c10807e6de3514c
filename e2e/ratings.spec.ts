import { inDatabase } from './database.ts'
import { openDesk, openView } from './desk.ts'
import { expect, expectAccessible, signUpByApi, test } from './fixture.ts'
import { becomeOpenVet, haveAppointment } from './provider.ts'

test('an admin removes a rating with a reason; it disappears, and its writer is told why', async ({
  page,
  openWindow,
  openSession,
}) => {
  const vetId = await becomeOpenVet(await openSession())
  const fullName = `Leela ${crypto.randomUUID().slice(0, 8)}`
  const reason = `It advertises something, says ${fullName}.`
  await inDatabase((db) =>
    db
      .updateTable('veterinary_doctors')
      .set({ full_name: fullName, facts_verified_at: new Date() })
      .where('id', '=', vetId)
      .execute(),
  )
  const asha = await openWindow()
  await signUpByApi(asha, 'Asha Verma')
  const startsAt = new Date(Math.floor(Date.now() / 3_600_000) * 3_600_000 - 3_600_000)
  const id = await haveAppointment(asha, { vetId, status: 'completed', startsAt })
  const rated = await asha.request.put(`/api/appointments/${id}/rating`, {
    data: { stars: 1, feedback: 'Call me on 98123 45678, I sell pills' },
  })
  expect(rated.ok()).toBe(true)

  await openDesk(page, 'Zoya')
  await page.goto('/admin-dashboard?view=ratings')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ratings')
  await page.getByRole('searchbox', { name: 'Search' }).fill(`Dr. ${fullName}`)
  const rating = page.getByRole('article', { name: `Rating of Dr. ${fullName} by Asha Verma` })
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(rating).toContainText('I sell pills')
  await expectAccessible(page)
  await rating.getByRole('button', { name: 'Remove rating by Asha Verma' }).click()
  const dialog = page.getByRole('dialog', { name: 'Remove this rating?' })
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(dialog.getByText('Please give a reason.')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('Reason').fill(reason)
  await dialog.getByRole('button', { name: 'Remove', exact: true }).dblclick()
  await expect(page.getByText('The rating is removed.')).toHaveCount(1)
  await expect(dialog).toBeHidden()
  await expect(page.getByText(`We couldn’t find any ratings for “Dr. ${fullName}”.`)).toBeVisible()

  await page.getByLabel('Show').selectOption('Removed')
  await expect(rating).toContainText('Removed by Zoya')
  await expect(rating).toContainText(reason)
  await expect(rating.getByRole('button')).toHaveCount(0)
  await expectAccessible(page)
  await openView(page, 'Audit log')
  await page.getByLabel('What').selectOption('Removed the rating')
  await expect(page.getByRole('article').filter({ hasText: reason })).toContainText(
    'Zoya removed the rating: a rating of a provider',
  )

  await asha.goto('/appointments?tab=past')
  const card = asha.getByRole('article')
  await expect(card).toContainText('Completed')
  await expect(card).not.toContainText('I sell pills')
  await expect(card.getByRole('button', { name: /^Rate/ })).toHaveCount(0)
  await asha.getByRole('button', { name: /^Notifications/ }).click()
  const popover = asha.getByRole('dialog', { name: 'Notifications' })
  await expect(popover.getByText('Your rating was removed')).toBeVisible()
  await expect(popover.getByText(reason)).toBeVisible()
})

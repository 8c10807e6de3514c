import { openDesk } from './desk.ts'
import { expect, expectAccessible, signUpByApi, test } from './fixture.ts'
import { becomeOpenVet, haveAppointment, vetName } from './provider.ts'

test('an admin corrects a wrong no-show with a note that the owner reads in the history', async ({
  page,
  openWindow,
  openSession,
  expectConsole,
}) => {
  expectConsole(/status of 404/)
  const vetId = await becomeOpenVet(await openSession())
  const asha = await openWindow()
  const { email } = await signUpByApi(asha, 'Asha Verma')
  const startsAt = new Date(Math.floor(Date.now() / 3_600_000) * 3_600_000 - 3_600_000)
  await haveAppointment(asha, { vetId, status: 'no_show', startsAt })

  await openDesk(page, 'Zoya')
  await page.goto('/admin-dashboard')
  await page.getByRole('searchbox', { name: 'Search' }).fill(email)
  await expect(page.getByRole('article')).toHaveCount(1)
  await page.getByRole('article').getByRole('link').click()
  await page.getByRole('link', { name: 'See appointments' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Appointments')
  const line = page.getByRole('article', { name: `Asha Verma with ${vetName}` })
  await expect(line).toContainText('No-show')
  await expectAccessible(page)
  await line.getByRole('link').click()

  const shown = page.getByRole('article', { name: `Appointment with ${vetName}` })
  await expect(shown).toContainText('Nothing has been recorded yet.')
  await expectAccessible(page)
  await shown.getByRole('button', { name: 'Correct to “Completed”' }).click()
  const dialog = page.getByRole('dialog', { name: 'Correct “No-show” to “Completed”?' })
  await expect(dialog).toContainText('Payments stay the same')
  await dialog.getByRole('button', { name: 'Correct', exact: true }).click()
  await expect(dialog.getByText('Please give a reason.')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('Reason').fill('The owner sent a photo of the visit.')
  await dialog.getByRole('button', { name: 'Correct', exact: true }).dblclick()
  await expect(page.getByText('The appointment has been corrected.')).toHaveCount(1)
  await expect(dialog).toBeHidden()
  await expect(shown.getByRole('listitem')).toContainText('Corrected by Support to “Completed”')
  await expect(shown.getByRole('button', { name: 'Correct to “No-show”' })).toBeVisible()

  const reference = page.getByRole('textbox', { name: 'Reference' })
  await reference.fill('PF-999999')
  await page.getByRole('button', { name: 'Find' }).click()
  await expect(
    page.getByText('We couldn’t find an appointment with the reference “PF-999999”.'),
  ).toBeVisible()
  await expectAccessible(page)

  await asha.goto('/appointments?tab=past')
  const card = asha.getByRole('article')
  await expect(card).toContainText('Completed')
  await card.getByText('History', { exact: true }).click()
  await expect(card.getByRole('group')).toContainText('Corrected by Support to “Completed”')
  await expect(card.getByRole('group')).toContainText('The owner sent a photo of the visit.')
  await expect(card.getByRole('button', { name: /^Rate/ })).toBeVisible()
})

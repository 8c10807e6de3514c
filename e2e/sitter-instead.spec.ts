import { read } from './booking.ts'
import { expect, expectAccessible, test, visit } from './fixture.ts'
import { becomeOwner, becomeSitter, fillRest, inDays } from './sitter.ts'

test('a sitter declines, and the owner asks one of those who have room instead', async ({
  page,
  openSession,
}) => {
  test.slow()
  const home = await openSession()
  const place = `Lane ${crypto.randomUUID().slice(0, 8)}`
  const first = await becomeSitter(home, { location: place })
  const second = await becomeSitter(await openSession(), { location: place, hourlyRate: 15_000 })
  const [bruno] = await becomeOwner(page, 'Bruno')
  const from = inDays(20)
  await page.goto(
    `/services/book-pet-sitter/form?sitter=${first.id}&service=day-care&pets=${bruno}&from=${from}&drop=09:00&pick=13:00`,
  )
  await fillRest(page)
  await page.getByRole('button', { name: 'Send Booking Request' }).click()
  await expect(page.getByRole('heading', { name: 'Thank you! Your request is on its way' })).toBeVisible()

  const { rows } = await read<{ rows: { id: string }[] }>(home, '/appointments/visits?tab=requests')
  const declined = await home.request.post(`/api/appointments/${rows[0]!.id}/refusal`, {
    data: { reason: 'I’m away that week.' },
  })
  expect(declined.ok(), await declined.text()).toBe(true)

  await expect(async () => {
    await page.goto('/appointments?tab=past')
    await page.getByRole('button', { name: /^Notifications, \d+ unread/ }).click({ timeout: 2000 })
    const news = page.getByRole('dialog', { name: 'Notifications', exact: true })
    await expect(news).toContainText(`${second.fullName} has room then`, { timeout: 2000 })
  }).toPass()
  await page.keyboard.press('Escape')
  const card = page.getByRole('article', { name: first.fullName })
  const offer = card.getByRole('region', { name: 'Other sitters with room' })
  await expect(offer).toContainText(`near ${place}`)
  await expect(offer.getByRole('listitem')).toHaveCount(1)
  await expect(offer).toContainText('₹600.00, estimate')
  await expectAccessible(page)
  await offer.getByRole('link', { name: `Ask ${second.fullName}` }).click()
  await expect(page.getByRole('region', { name: 'Your sitter' })).toContainText(second.fullName)
  await expect(page.getByRole('checkbox', { name: /^Bruno/ })).toBeChecked()
  await expect(page.getByRole('complementary', { name: 'Price' })).toContainText('₹600.00')
  await fillRest(page)
  await page.getByRole('button', { name: 'Send Booking Request' }).click()
  await expect(page.getByRole('heading', { name: 'Thank you! Your request is on its way' })).toBeVisible()
  await visit(page, '/appointments?tab=past')
  await expect(card).toContainText('I’m away that week.')
  await expect(offer).toBeHidden()
})

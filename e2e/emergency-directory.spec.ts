import { makePlace } from '#/emergency/server/factory.ts'
import { inDatabase } from './database.ts'
import { openDesk } from './desk.ts'
import { expect, expectAccessible, test } from './fixture.ts'

test('the desk adds an entry of the emergency directory, checks an old one, changes and removes it', async ({
  page,
  openSession,
}) => {
  await openDesk(page, 'Nadia')
  const city = `Agra ${Date.now().toString(36)}`
  const visitor = await openSession()
  const found = async () => {
    const answer = await visitor.request.get('/api/emergency/directory', { params: { city } })
    const { places } = (await answer.json()) as {
      places: { name: string; phone: string; checkedOn: string }[]
    }
    return places.filter(({ name }) => name !== 'Whole country')
  }
  const old = new Date(Date.now() - 100 * 86_400_000)
  await inDatabase((db) => makePlace(db, { name: 'Old Town Clinic', city, phone: '+91 80 4000 0001' }, old))
  await page.goto(`/admin-dashboard?view=emergency&q=${encodeURIComponent(city)}`)
  const entry = page.getByRole('article', { name: 'Old Town Clinic' })
  await expect(entry).toContainText('Over 90 days old')
  await expectAccessible(page)
  await entry.getByRole('button', { name: 'Mark Old Town Clinic as checked today' }).click()
  await expect(entry).not.toContainText('Over 90 days old')

  await page.getByRole('link', { name: 'Add entry' }).click()
  await expect(page.getByRole('heading', { name: 'New entry' })).toBeVisible()
  await page.getByRole('button', { name: 'Add entry' }).click()
  await expect(page.getByRole('group', { name: 'Kind' }).getByRole('radio').first()).toBeFocused()
  await page.getByRole('radio', { name: 'Clinic' }).check()
  await page.getByRole('textbox', { name: 'Name' }).fill('Night Paws')
  await page.getByRole('textbox', { name: 'Phone' }).fill('+91 80 4000 0002')
  await page.getByRole('textbox', { name: 'City' }).fill(city)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Add entry' }).click()
  await page.getByRole('searchbox').fill(city)
  await expect(page.getByRole('article')).toHaveCount(2)

  await page.getByRole('link', { name: 'Change Night Paws', exact: true }).click()
  await page.getByRole('textbox', { name: 'Phone' }).fill('+91 80 4000 0003')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('searchbox').fill(city)
  await expect(page.getByRole('article')).toHaveCount(2)
  await expect(page.getByRole('article', { name: 'Night Paws', exact: true })).toContainText(
    '+91 80 4000 0003',
  )
  expect((await found()).map(({ name }) => name).sort()).toEqual(['Night Paws', 'Old Town Clinic'])

  await page.getByRole('button', { name: 'Remove Old Town Clinic' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill('It has closed')
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect(entry).toBeHidden()
  expect((await found()).map(({ name, phone }) => [name, phone])).toEqual([
    ['Night Paws', '+91 80 4000 0003'],
  ])
})

import { openDesk } from './desk.ts'
import { expect, expectAccessible, test } from './fixture.ts'

test('an administrator imports the emergency directory from a CSV file, and visitors find it', async ({
  page,
  openWindow,
}) => {
  await openDesk(page, 'Nadia')
  await page.goto('/admin-dashboard?view=emergency')
  await page.getByRole('link', { name: 'Import from CSV' }).click()
  await expect(page.getByRole('heading', { name: 'Import entries', level: 1 })).toBeVisible()
  await expectAccessible(page)
  const mark = Date.now().toString(36)
  const choose = (...lines: string[]) =>
    page.getByLabel('Choose a CSV file').setInputFiles({
      name: 'directory.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(['kind,name,phone,city,opening_hours', ...lines].join('\n')),
    })
  await choose(`clinic,Night Paws ${mark},call us,Agra ${mark},24x7`)
  await expect(page.getByRole('heading', { name: 'directory.csv: 1 problem' })).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Line 2, phone' })).toContainText(
    'Please enter a phone number',
  )
  await expect(page.getByRole('button', { name: 'Import them' })).toHaveCount(0)
  await expectAccessible(page)

  await choose(
    `clinic,Night Paws ${mark},+91 80 4000 0001,Agra ${mark},24x7`,
    `shelter,Green Yard ${mark},1962,Agra ${mark},`,
  )
  await expect(page.getByRole('heading', { name: 'directory.csv: 2 new entries, 0 changed' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Import them' }).click()
  await expect(page.getByText('2 new entries, 0 changed.')).toBeVisible()
  await page.getByRole('searchbox').fill(`Agra ${mark}`)
  await expect(page.getByRole('article')).toHaveCount(2)
  await expectAccessible(page)

  // A shorter file changes an entry without erasing the rest of it.
  await page.getByRole('link', { name: 'Import from CSV' }).click()
  await page.getByLabel('Choose a CSV file').setInputFiles({
    name: 'numbers.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`kind,name,phone,city\nshelter,Green Yard ${mark},1963,Agra ${mark}`),
  })
  await expect(page.getByText('changed entries keep their current values')).toContainText('opening_hours')
  await expectAccessible(page)

  const visitor = await openWindow()
  const found = await visitor.request.get('/api/emergency/directory', { params: { city: `Agra ${mark}` } })
  expect((await found.json()).places.map(({ name }: { name: string }) => name).sort()).toEqual([
    `Green Yard ${mark}`,
    `Night Paws ${mark}`,
  ])
})

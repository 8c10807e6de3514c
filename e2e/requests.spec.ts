import { expect, signUpByApi, test } from './fixture.ts'

/** The most scripts and sheets that the pages members open most may ask for, and scripts' kilobytes as sent. */
const budgets = [
  { path: '/dashboard', files: 38, kilobytes: 243 },
  { path: '/appointments', files: 42, kilobytes: 258 },
  { path: '/todo', files: 36, kilobytes: 225 },
]

for (const { path, files, kilobytes } of budgets)
  test(`a member’s first ${path} loads each file once, and few of them`, async ({ page }) => {
    await signUpByApi(page, 'Asha Verma')
    const asked: string[] = []
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (/\.(?:js|css)$/.test(pathname)) asked.push(pathname)
    })
    await page.goto(path)
    await expect(page.getByRole('button', { name: 'Notifications' })).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect(asked.filter((file, index) => asked.indexOf(file) !== index)).toEqual([])
    expect(asked.length).toBeLessThanOrEqual(files)
    let bytes = 0
    for (const file of asked.filter((name) => name.endsWith('.js'))) {
      const answer = await page.request.head(file, { headers: { 'accept-encoding': 'br' } })
      bytes += Number(answer.headers()['content-length'])
    }
    expect(bytes).toBeLessThan(kilobytes * 1000)
  })

test('a page left and opened again keeps its style sheets, for what it loads on demand', async ({ page }) => {
  await signUpByApi(page, 'Asha Verma')
  await page.goto('/dashboard')
  await expect(page.getByText('No bookings yet')).toBeVisible()
  const sheets = () =>
    page
      .locator('link[rel=stylesheet]')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  const before = await sheets()
  await page.getByRole('link', { name: 'About Us' }).first().click()
  await expect(page.getByRole('heading', { name: 'What we promise' })).toBeVisible()
  expect(await sheets()).toEqual(expect.arrayContaining(before))
})

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { Request, Route } from '@playwright/test'
import { expect, expectAccessible, holdBack, signUpByApi, test } from './fixture.ts'
import { watchShifts } from './layout-shift.ts'

test('a logged-in user who clicks before the session has loaded reaches the services, not the login', {
  tag: '@phone-only',
}, async ({ page }) => {
  await signUpByApi(page, 'Asha Verma')
  const answer = await holdBack(page, '**/api/me')
  await page.goto('/')
  await page.getByRole('button', { name: 'Dog Walking' }).click()
  const explore = page.getByRole('dialog').getByRole('link', { name: 'Explore Service' })
  await explore.click()
  await expect(explore).toHaveAttribute('aria-busy', 'true')
  answer()
  await expect(page).toHaveURL('/services')
})

test('a visitor interested in a coming service logs in, returns and ticks a box that stays ticked', async ({
  page,
}) => {
  await page.goto('/coming-soon?service=insurance')
  await page.getByRole('link', { name: 'Log in to get notified' }).click()
  await expect(page).toHaveURL('/login')
  await signUpByApi(page, 'Asha Verma')
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Continue: Insurance' }).click()
  await expect(page).toHaveURL('/insurance')
  const tick = page.getByRole('checkbox', { name: 'Tell me when it opens' })
  await expect(tick).not.toBeChecked()
  await tick.check()
  await expect(page.getByText('We’ll tell you.')).toBeVisible()
  const answered = page.waitForResponse('**/rpc/support/wishes*')
  await page.reload()
  await answered
  await expect(tick).toBeChecked()
})

test('a visitor who presses To-Do in the footer logs in and continues there', async ({ page }) => {
  const { email, password } = await signUpByApi(page, 'Asha Verma')
  await page.context().clearCookies()
  await page.goto('/about')
  await expect(page.getByText('verified vets')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('navigation', { name: 'Footer' }).getByRole('link', { name: 'To-Do' }).click()
  await expect(page).toHaveURL('/login')
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill(email)
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page).toHaveURL('/dashboard')
  await page.getByRole('link', { name: 'Continue: To-Do' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^To-Do/)
  await expect(page).toHaveURL(/\/todo$/)
})

test('logged-in users see their top bar from the first paint, before any script has run', {
  tag: '@both',
}, async ({ page, isMobile, expectConsole }) => {
  expectConsole(/Failed to load resource/)
  await signUpByApi(page, 'Asha Verma')
  await page.goto('/about')
  const logout = page.getByRole('button', { name: 'Logout' })
  const quickAccess = page.getByRole('navigation', { name: 'Quick access' })
  await expect(isMobile ? quickAccess : logout).toBeVisible()
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.route('**/rpc/**', (route) => route.abort())
  await page.reload({ waitUntil: 'commit' })
  await expect(isMobile ? quickAccess : logout).toBeVisible()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign Up' })).toBeHidden()
})

test('logging out in one tab leads home without passing the login, and logs out the others', async ({
  page,
  context,
}) => {
  await signUpByApi(page, 'Asha Verma')
  const other = await context.newPage()
  await other.goto('/dashboard')
  await expect(other.getByRole('region', { name: 'My pets' })).toBeVisible()
  // Answered after the logout, it would be refused.
  const counted = page.waitForResponse('**/api/shop/cart/count')
  await page.goto('/dashboard')
  await counted
  await expect(page.getByText('No bookings yet')).toBeVisible()
  const visited: string[] = []
  page.on('framenavigated', (frame) => visited.push(new URL(frame.url()).pathname))
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('link', { name: 'Sign Up Now' })).toBeVisible()
  expect(visited).not.toContain('/login')
  await expect(other).toHaveURL('/login')
})

test.describe('where data isn’t saved', () => {
  test.use({ savesData: false })

  test('offline, prefetched pages open and other links explain why they don’t', { tag: '@both' }, async ({
    page,
    context,
    isMobile,
    expectConsole,
  }) => {
    expectConsole(/ERR_INTERNET_DISCONNECTED|Failed to fetch/)
    await signUpByApi(page, 'Nila Das')
    const ahead = page.waitForRequest(/AppointmentsPage-.*\.js/)
    const onTheirWay = new Set<Request>()
    const asked = new Set<string>()
    const again: string[] = []
    page.on('request', (request) => {
      const url = request.url()
      if (request.resourceType() === 'fetch' && url.includes('/assets/') && asked.has(url)) again.push(url)
      asked.add(url)
      // Stays open.
      if (!request.url().includes('/live/stream?')) onTheirWay.add(request)
    })
    page.on('requestfinished', (request) => onTheirWay.delete(request))
    page.on('requestfailed', (request) => onTheirWay.delete(request))
    await page.goto('/dashboard')
    await ahead
    await expect.poll(() => onTheirWay.size).toBe(0)
    expect(again, 'loaded ahead, though the page has it').toEqual([])
    await context.setOffline(true)
    await expect(page.getByText('You’re offline.')).toBeVisible()
    if (isMobile) await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('link', { name: 'About Us' }).first().click()
    await expect(page.getByText('You can open this page once you’re back online.')).toBeVisible()
    await expect(page).toHaveURL('/dashboard')
    if (isMobile) await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Appointments' }).last().click()
    await expect(page).toHaveURL('/appointments')
    await context.setOffline(false)
    await expect(page.getByText('You have no upcoming appointments.')).toBeVisible({ timeout: 20_000 })
  })
})

test('a browser that saves data loads pages only as a link to them comes near', async ({ page }) => {
  await signUpByApi(page, 'Nila Das')
  const mapOfImports = /\/imports-.*\.json/
  let early = 0
  page.on('request', (request) => {
    if (mapOfImports.test(request.url())) early++
  })
  // Other pages would begin to load with the map, before the toasts.
  const toasts = page.waitForResponse(/\/Toasts-.*\.js/)
  await page.goto('/dashboard')
  await toasts
  expect(early).toBe(0)
  const near = page.waitForRequest(/\/AppointmentsPage-.*\.js/)
  await page.getByRole('link', { name: 'Appointments' }).first().hover()
  await near
  expect(early).toBe(1)
})

test('a failed prefetch changes nothing, and the page loads when it is opened', async ({
  page,
  expectConsole,
}) => {
  // Touch screens have no hover.
  expectConsole(/Failed to load resource/)
  await page.route('**/assets/AboutPage-*.js', (route) => route.abort())
  await page.goto('/')
  const failed = page.waitForEvent('requestfailed')
  const link = page.getByRole('link', { name: 'About Us' }).first()
  await link.hover()
  await failed
  await page.evaluate(() => document.body.setAttribute('data-kept', ''))
  await page.unroute('**/assets/AboutPage-*.js')
  await page.mouse.move(0, 400)
  await link.click()
  await expect(page).toHaveURL('/about')
  await expect(page.locator('body')).toHaveAttribute('data-kept')
})

test('a page whose files an update has removed opens at the first click', async ({ page, expectConsole }) => {
  expectConsole(/Failed to load resource|Error loading route module|Failed to fetch dynamically/)
  await page.goto('/')
  const gone = (route: Route) => route.fulfill({ status: 404, body: '' })
  await page.route('**/assets/AboutPage-*.js', gone)
  const link = page.getByRole('link', { name: 'About Us' }).first()
  await expect(link).toBeVisible()
  const again = page.waitForRequest(
    (request) => request.isNavigationRequest() && /\/about$/.test(request.url()),
  )
  await link.click()
  await again
  await page.unroute('**/assets/AboutPage-*.js', gone)
  await expect(page).toHaveURL('/about')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

for (const path of [
  '/',
  '/services',
  '/login',
  '/signup',
  '/help-support',
  '/emergency-services',
  '/emergency/first-aid',
  '/emergency/poison',
  '/emergency/vets',
  '/emergency/report',
  '/merchandise',
  '/pharmacy',
  '/cart',
])
  test(`${path} asks for little, and for no script or sheet that holds up its first paint`, async ({
    page,
  }) => {
    const asked = new Set<string>()
    page.on('request', (request) => asked.add(new URL(request.url()).pathname))
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('link[rel=stylesheet]:not([media=all])')).toHaveCount(0)
    await page.waitForLoadState('networkidle')
    const weigh = async (ending: string) => {
      let bytes = 0
      for (const path of [...asked].filter((file) => file.endsWith(ending))) {
        const answer = await page.request.head(path, { headers: { 'accept-encoding': 'br' } })
        bytes += Number(answer.headers()['content-length'])
      }
      return bytes
    }
    // The form of a report that survives a closed tab takes a little more, and so do the help articles.
    const isLarger = path === '/emergency/report' || path === '/help-support'
    expect(await weigh('.js')).toBeLessThan(isLarger ? 122_500 : 121_500)
    expect(await weigh('.css')).toBeLessThan(20_000)
    // The catalogue loads its own style sheet, the products, their pictures as the reader scrolls, and the font with ₹.
    const isCatalogue = ['/merchandise', '/pharmacy'].includes(path)
    const files = [...asked].filter((file) => !file.startsWith('/products/'))
    // Pages with numbers to call ask the directory, without a place for those of the whole country.
    const hasDirectory = path.startsWith('/emergency') && path !== '/emergency/report'
    const most = isCatalogue ? 17 : hasDirectory ? 16 : 15
    expect(files.length).toBeLessThanOrEqual(most)
    const blocking = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter(
          (entry) =>
            (entry as PerformanceResourceTiming & { renderBlockingStatus: string }).renderBlockingStatus ===
            'blocking',
        )
        .map(({ name }) => name),
    )
    expect(blocking).toEqual([])
  })

test('a page is painted completely before its style sheets, scripts and fonts arrive', async ({ page }) => {
  await page.route(/\.(?:css|js|woff2)$/, () => undefined)
  await page.goto('/login', { waitUntil: 'commit' })
  const login = page.getByRole('button', { name: 'Login', exact: true })
  await expect(login).toBeVisible()
  await expect(login).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
  await expect(login).toHaveCSS('border-radius', '12px')
})

test('a page whose HTML arrives in pieces is painted whole, so that nothing moves', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/Failed to load resource|ERR_/)
  const html = await (await page.request.get('/login')).text()
  const cut = html.indexOf('Community')
  expect(cut).toBeGreaterThan(0)
  const server = createServer(async (asked, answer) => {
    if (asked.url !== '/login') return void answer.writeHead(404).end()
    answer.writeHead(200, { 'content-type': 'text/html' }).write(html.slice(0, cut))
    await delay(500)
    answer.end(html.slice(cut))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    const shifts = await watchShifts(page)
    const { port } = server.address() as AddressInfo
    await page.goto(`http://127.0.0.1:${port}/login`, { waitUntil: 'load' })
    await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeVisible()
    expect(await shifts()).toBe(0)
  } finally {
    server.close()
  }
})

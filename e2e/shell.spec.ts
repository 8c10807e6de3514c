import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { Page, Request } from '@playwright/test'
import { expect, expectAccessible, holdBack, signUpByApi, test } from './fixture.ts'
import { watchShifts } from './layout-shift.ts'
import { becomeProvider } from './provider.ts'

const services = [
  'Book a Pet Sitter',
  'Find a Veterinarian',
  'Find a Trainer',
  'Find a Stylist',
  'Pharmacy',
  'Merchandise & Pet Food',
  'Insurance',
  'Emergency Services',
  'PawfectMatch',
  'Become a Pet Parent',
]

test('the landing page shows every section, its cards and two ways to begin', { tag: '@both' }, async ({
  page,
  isMobile,
}) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Put your pet at the heart of everything')
  await expect(page.getByRole('link', { name: 'Start Your Journey' })).toHaveAttribute('href', '/signup')
  for (const title of ['What We Offer', 'Special Features', 'Emergency Services']) {
    await expect(page.getByRole('region', { name: title })).toBeVisible()
  }
  const names = [
    'Pet Sitting',
    'Pet Styling',
    'Pet Training',
    'Dog Walking',
    'Veterinary Care',
    'Pet Merchandise',
    'Pawfect Match',
    isMobile ? 'Future Parent' : 'Become A Pet Parent',
    'Pet Pharmacy',
    'Pet Insurance',
    'Emergency',
  ]
  const built = new Set([
    'Pet Sitting',
    'Dog Walking',
    'Veterinary Care',
    'Pet Styling',
    'Pet Training',
    'Pet Merchandise',
    'Pet Pharmacy',
    'Emergency',
  ])
  await expect(page.getByRole('article').getByRole('heading')).toHaveText(
    names.map((name) => (built.has(name) ? name : `${name} Soon`)),
    { useInnerText: true },
  )
  await page.getByRole('link', { name: 'Learn More' }).click()
  await expect(page.getByRole('heading', { name: 'What We Offer' })).toBeInViewport()
})

test('a card leads to the services page, directly on a desktop and through its details on a phone', {
  tag: '@both',
}, async ({ page, isMobile }) => {
  await page.goto('/')
  if (!isMobile) {
    await page.getByRole('link', { name: 'Explore Dog Walking' }).click()
    await expect(page).toHaveURL('/services')
    return
  }
  const card = page.getByRole('button', { name: 'Dog Walking' })
  await card.click()
  const dialog = page.getByRole('dialog', { name: 'Dog Walking' })
  await expect(dialog).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(card).toBeFocused()
  await card.click()
  await dialog.getByRole('link', { name: 'Explore Service' }).click()
  await expect(page).toHaveURL('/login')
})

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

test('the closing banner invites visitors to sign up and users to take part', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Sign Up Now' })).toHaveAttribute('href', '/signup')
  await signUpByApi(page, 'Asha Verma')
  await page.reload()
  await expect(page.getByRole('link', { name: 'Browse Communities' })).toHaveAttribute('href', '/community')
  await expect(page.getByRole('link', { name: 'Create Post' })).toHaveAttribute('href', '/community/post/new')
  await expect(page.getByRole('link', { name: 'Sign Up Now' })).toBeHidden()
  await expect(page.getByRole('link', { name: 'Start Your Journey' })).toHaveAttribute('href', '/services')
})

test('the services menu works by keyboard and asks visitors to log in', async ({ page }) => {
  await page.goto('/')
  const button = page.getByRole('banner').getByRole('button', { name: 'Services' })
  await button.focus()
  await page.keyboard.press('ArrowDown')
  const items = page.getByRole('banner').getByRole('listitem').getByRole('link')
  await expect(items.locator('strong')).toHaveText(services)
  await expect(items.first()).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(items.nth(1)).toBeFocused()
  await page.keyboard.press('End')
  await expect(items.last()).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(items.first()).toBeHidden()
  await expect(button).toBeFocused()
  await page.keyboard.press('Enter')
  await items.filter({ hasText: 'Emergency Services' }).click()
  await expect(page).toHaveURL('/login')
})

test('the phone menu lists the services, traps the focus and returns it', {
  tag: '@phone-only',
}, async ({ page }) => {
  await page.goto('/')
  const button = page.getByRole('button', { name: 'Menu' })
  await button.click()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  for (const name of services) {
    const isHere = /^(Find|Book) a |^(Emergency|Pharmacy|Merchandise)/.test(name)
    const link = menu.getByRole('link', { name: isHere ? name : `${name} Soon`, exact: true })
    await expect(link).toBeVisible()
  }
  await expectAccessible(page)
  for (let presses = 0; presses < 25; presses++) {
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.closest('main, footer'))).toBeNull()
  }
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await expect(button).toBeFocused()
  await button.click()
  await menu.getByRole('link', { name: 'About Us' }).click()
  await expect(page).toHaveURL('/about')
  await expect(menu).toBeHidden()
})

test('the profile menu leads to settings, profiles, another role and logout, also by keyboard', async ({
  page,
}) => {
  await becomeProvider(page, 'training')
  await page.goto('/dashboard')
  const button = page.getByRole('button', { name: 'Your profile' })
  await button.focus()
  await page.keyboard.press('Enter')
  const item = (name: string) => page.getByRole('banner').getByRole('link', { name, exact: true })
  await expect(item('Pet trainer profile')).toHaveAttribute('href', '/profile/pet-trainer')
  await expect(item('Pet owner profile')).toBeVisible()
  await expect(item('Veterinary profile')).toHaveCount(0)
  await expectAccessible(page)
  for (const target of [button, item('Edit profile'), item('Change role')])
    expect((await target.boundingBox())!.height).toBeGreaterThanOrEqual(44)
  await page.keyboard.press('ArrowDown')
  await expect(item('Edit profile')).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(
    page.getByRole('banner').getByRole('listitem').getByRole('button', { name: 'Logout' }),
  ).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(item('Edit profile')).toBeHidden()
  await expect(button).toBeFocused()
  await button.click()
  await item('Edit profile').click()
  await expect(page).toHaveURL('/edit-profile')
  await expect(item('Edit profile')).toBeHidden()
})

test('an unknown path leads to the landing page', async ({ page }) => {
  await page.goto('/no/such/page')
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Put your pet at the heart of everything')
})

test('an unknown service leads to the page of coming services, which doesn’t repeat its name', async ({
  page,
}) => {
  await page.goto('/services/free-money')
  await expect(page).toHaveURL('/coming-soon?service=free-money')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This service is coming soon')
  await expect(page.getByText('money')).toHaveCount(0)
  await page.goto('/services/book-a-vet/by-car')
  await expect(page).toHaveURL('/')
})

test('coming services are marked on the services page, and their whole cards are links', async ({ page }) => {
  await page.goto('/services')
  const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: /^Insurance/ }) })
  await expect(card).toContainText('Soon')
  const vets = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: /Veterinarian/ }) })
  await expect(vets).not.toContainText('Soon')
  await expect(vets.getByRole('link', { name: 'Book: Find a Veterinarian' })).toBeVisible()
  await card.click({ position: { x: 12, y: 12 } })
  await expect(page).toHaveURL('/insurance')
  await page.getByRole('link', { name: 'See what’s available today' }).click()
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
  await expectAccessible(page)
  const answered = page.waitForResponse('**/rpc/support/wishes*')
  await page.reload()
  await answered
  await expect(tick).toBeChecked()
  await page.goto('/pawfectmatch')
  // Every box is empty and disabled while the choices load.
  await expect(tick).toBeEnabled()
  await expect(tick).not.toBeChecked()
})

test('an interest that fails to save is undone, with an error', async ({ page, expectConsole }) => {
  expectConsole(/Failed to load resource/)
  await signUpByApi(page, 'Ravi Kumar')
  await page.goto('/insurance')
  await page.route('**/rpc/support/wish', (route) => route.abort())
  const tick = page.getByRole('checkbox', { name: 'Tell me when it opens' })
  await expect(tick).toBeEnabled()
  await tick.click()
  await expect(page.getByRole('alert')).toHaveText('We couldn’t save that. Please try again.')
  await expect(tick).not.toBeChecked()
})

test('the about page shows its counts without layout shift', async ({ page }) => {
  const answer = await holdBack(page, '**/rpc/appointments/counts*')
  await page.goto('/about')
  const next = page.getByRole('heading', { name: 'What we promise' })
  const before = await next.boundingBox()
  answer()
  await expect(page.getByText('verified vets')).toBeVisible()
  await expect(page.getByText('cities')).toBeVisible()
  expect(await next.boundingBox()).toEqual(before)
  await expectAccessible(page)
})

test('the about page of an empty marketplace shows no counts', async ({ page }) => {
  await page.route('**/rpc/appointments/counts*', (route) =>
    route.fulfill({
      json: { json: { providers: { veterinary: 0, training: 0, styling: 0 }, cities: 3, completed: 0 } },
    }),
  )
  await page.goto('/about')
  await expect(page.locator('dl dt')).toHaveText(['cities'])
})

test('the page of a coming service names the service and never repeats the URL', async ({ page }) => {
  await page.goto('/become-pet-parent')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Coming soon: Become a Pet Parent')
  await page.goto('/coming-soon?service=insurance')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Coming soon: Insurance')
  await page.goto('/coming-soon?service=book-a-vet')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Already available: Find a Veterinarian')
  await expect(page.getByRole('link', { name: 'Find a Veterinarian' })).toHaveAttribute(
    'href',
    '/services/book-a-vet',
  )
  await expectAccessible(page)
  // Navigates within the app: after a reload the page is the same for any service until its script has run.
  await page.evaluate(() => {
    history.pushState(null, '', '/coming-soon?service=<b>free</b>+money')
    dispatchEvent(new PopStateEvent('popstate'))
  })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This service is coming soon')
  await expect(page.getByText('money')).toHaveCount(0)
  await page.getByRole('link', { name: 'Back to the home page' }).click()
  await expect(page).toHaveURL('/')
})

test('a protected page leads to the login, and the dashboard then offers to continue there', async ({
  page,
}) => {
  await page.goto('/todo?from=mail')
  await expect(page).toHaveURL('/login')
  await expect(page.getByText('Log in to see your to-do list.')).toBeVisible()
  await signUpByApi(page, 'Asha Verma')
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Good (morning|afternoon|evening), Asha$/)
  await page.getByRole('link', { name: 'Continue: To-Do' }).click()
  await expect(page).toHaveURL('/todo?from=mail')
  // Wait for the page, not only for its URL.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^To-Do/)
  await page.goto('/dashboard')
  await expect(page.getByText('No bookings yet')).toBeVisible()
  await expect(page.getByRole('link', { name: /^Continue/ })).toBeHidden()
})

test('a visitor who presses To-Do or Appointments in the footer logs in and continues there', async ({
  page,
}) => {
  const { email, password } = await signUpByApi(page, 'Asha Verma')
  for (const name of ['To-Do', 'Appointments']) {
    await page.goto('about:blank')
    await page.context().clearCookies()
    await page.goto('/about')
    await page.getByRole('navigation', { name: 'Footer' }).getByRole('link', { name }).click()
    await expect(page).toHaveURL('/login')
    await page.getByRole('textbox', { name: 'Email', exact: true }).fill(email)
    await page.getByRole('textbox', { name: 'Password', exact: true }).fill(password)
    await page.getByRole('main').getByRole('button', { name: 'Login', exact: true }).click()
    await expect(page).toHaveURL('/dashboard')
    await page.getByRole('link', { name: `Continue: ${name}` }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(new RegExp(`^${name}`))
    await expect(page).toHaveURL(name === 'To-Do' ? /\/todo$/ : /\/appointments/)
  }
})

test('the offer to continue can be declined, ends once its page is visited, and isn’t made to another user', async ({
  page,
}) => {
  const offer = page.getByRole('link', { name: 'Continue: To-Do' })
  const greeting = page.getByRole('heading', { level: 1, name: /^Good / })
  // Ends the session while no page is open that could send requests.
  const endSession = async () => {
    await page.goto('about:blank')
    await page.context().clearCookies()
  }
  const wantToDo = async () => {
    await endSession()
    await page.goto('/todo')
    await expect(page).toHaveURL('/login')
  }
  await wantToDo()
  await signUpByApi(page, 'Asha Verma')
  await page.goto('/dashboard')
  await expect(offer).toBeVisible()
  await endSession()
  await signUpByApi(page, 'Ravi Kumar')
  await page.goto('/dashboard')
  await expect(greeting).toHaveText(/Ravi$/)
  await expect(offer).toBeHidden()

  await wantToDo()
  await signUpByApi(page, 'Ravi Kumar')
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Not now' }).click()
  await expect(offer).toBeHidden()
  await page.reload()
  await expect(greeting).toBeVisible()
  await expect(offer).toBeHidden()

  await wantToDo()
  await signUpByApi(page, 'Ravi Kumar')
  await page.goto('/todo')
  await expect(page.getByRole('heading', { level: 1, name: 'To-Do' })).toBeVisible()
  await page.goto('/dashboard')
  await expect(greeting).toBeVisible()
  await expect(offer).toBeHidden()

  await endSession()
  await page.goto('/dashboard')
  await expect(page).toHaveURL('/login')
  await signUpByApi(page, 'Ravi Kumar')
  await page.goto('/dashboard')
  await expect(greeting).toBeVisible()
  await expect(page.getByRole('link', { name: /^Continue/ })).toBeHidden()
})

test('a new owner’s dashboard shows the first steps', async ({ page }) => {
  await signUpByApi(page, 'Ravi Kumar')
  await page.goto('/dashboard')
  const nextUp = page.getByRole('region', { name: 'Next up' })
  await expect(nextUp.getByText('No bookings yet')).toBeVisible()
  await expect(nextUp.getByRole('link', { name: 'Browse services' })).toHaveAttribute('href', '/services')
  const pets = page.getByRole('region', { name: 'My pets' })
  await expect(pets.getByRole('link', { name: 'Add pet' })).toHaveCount(1)
  await expect(pets.getByRole('link', { name: 'Add pet' })).toHaveAttribute('href', '/profile/add-pet')
  await expectAccessible(page)
})

test('a failed block of the dashboard offers Retry while the others stay', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/Failed to load resource/)
  await signUpByApi(page, 'Ravi Kumar')
  await page.route('**/rpc/pets/list*', (route) => route.fulfill({ status: 400, json: {} }))
  await page.goto('/dashboard')
  const pets = page.getByRole('region', { name: 'My pets' })
  await expect(pets.getByText('Something went wrong. Please try again.')).toBeVisible()
  await expect(page.getByText('No bookings yet')).toBeVisible()
  await page.unroute('**/rpc/pets/list*')
  await pets.getByRole('button', { name: 'Retry' }).click()
  await expect(pets.getByText('No pets yet')).toBeVisible()
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

test('logging out on a protected page leads to the landing page, and a failure shows an error', {
  tag: '@both',
}, async ({ page, isMobile, expectConsole }) => {
  expectConsole(/Failed to load resource/)
  await signUpByApi(page, 'Asha Verma')
  await page.goto('/dashboard')
  const visited: string[] = []
  page.on('framenavigated', (frame) => visited.push(new URL(frame.url()).pathname))
  const logout = async () => {
    if (isMobile) await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('button', { name: 'Logout' }).click()
  }
  await page.route('**/api/auth/sign-out', (route) => route.abort())
  await logout()
  await expect(page.getByText('An error occurred during logout')).toBeVisible()
  await expectAccessible(page)
  await page.unroute('**/api/auth/sign-out')
  await page.reload()
  await logout()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('link', { name: 'Sign Up Now' })).toBeVisible()
  expect(visited).not.toContain('/login')
})

test('logging out in one tab logs out the others', async ({ page, context }) => {
  await signUpByApi(page, 'Asha Verma')
  await page.goto('/about')
  const other = await context.newPage()
  await other.goto('/dashboard')
  await expect(other.getByRole('region', { name: 'My pets' })).toBeVisible()
  // Answered after the logout, it would be refused.
  const counted = page.waitForResponse('**/api/shop/cart/count')
  await page.goto('/services')
  await counted
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/')
  await expect(other).toHaveURL('/login')
})

test('the skip link takes keyboard users past the top bar', async ({ page }) => {
  await page.goto('/services')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
})

for (const path of [
  '/',
  '/services',
  '/about',
  '/coming-soon',
  '/login',
  '/signup',
  '/contact',
  '/help-support',
  '/emergency-services',
  '/emergency/first-aid',
  '/emergency/poison',
  '/emergency/vets',
  '/emergency/shelters',
  '/emergency/ambulance',
  '/emergency/report',
  '/merchandise',
  '/pharmacy',
  '/cart',
]) {
  test(`${path} is accessible in the light and in the dark, and fits a phone down to 320 px`, {
    tag: '@phone-only',
  }, async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 })
    await expectAccessibleIn(page, path, 'light', 'dark')
  })

  // In dark mode only the bar and the footer differ on a desktop.
  test(`${path} is accessible on a desktop`, async ({ page }) => {
    await expectAccessibleIn(page, path, 'light', ...(path === '/' ? (['dark'] as const) : []))
  })
}

async function expectAccessibleIn(page: Page, path: string, ...schemes: ('light' | 'dark')[]): Promise<void> {
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    if (colorScheme === schemes[0]) await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
    await expectAccessible(page)
  }
}

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

test('a session that fails to load shows an error, and Retry loads it again', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/400/)
  await signUpByApi(page, 'Nila Das')
  await page.route('**/api/me', (route) => route.fulfill({ status: 400, json: {} }))
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Something went wrong. Please try again.')
  await page.unroute('**/api/me')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Good \w+, Nila$/)
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
    // The form of a report that survives a closed tab takes a little more.
    expect(await weigh('.js')).toBeLessThan(path === '/emergency/report' ? 121_000 : 120_000)
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

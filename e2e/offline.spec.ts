import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { makeMember } from '#/households/server/household.factory.ts'
import { makePet } from '#/pets/server/factory.ts'
import { read } from './booking.ts'
import { inDatabase } from './database.ts'
import { expect, expectAccessible, signUpByApi, test } from './fixture.ts'

type Me = { user: { id: string; records: Record<string, string> } }

test.use({ serviceWorkers: 'allow' })

/** The day by the clocks of those who sign up in these stories: after 18:30 UTC it’s tomorrow’s. */
const todayInIndia = () => new Date(Date.now() + 5.5 * 3_600_000).toISOString().slice(0, 10)

/** Waits until the service worker has kept its files and answers for this page. */
async function keptOffline(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated', undefined, {
    timeout: 30_000,
  })
}

/** Tells whether the service worker keeps an answer of this path. */
const isKept = (page: Page, path: string) =>
  page.evaluate(async (wanted) => {
    const asked = await (await caches.open('pawfolk-own-data')).keys()
    return asked.some(({ url }) => new URL(url).pathname === wanted)
  }, path)

/** Tells whether the service worker keeps a task with this title. */
function keepsTask(page: Page, title: string): Promise<boolean> {
  return page.evaluate(async (title) => {
    const own = await caches.open('pawfolk-own-data')
    const kept = await own.match('/rpc/todo/list', { ignoreSearch: true })
    return (await kept?.text())?.includes(title) ?? false
  }, title)
}

test('an emergency page that was opened once brings all of them without a network, also in a new tab', async ({
  page,
  context,
  expectConsole,
}) => {
  expectConsole(/ERR_INTERNET_DISCONNECTED|Failed to fetch|Failed to load resource/)
  await page.goto('/emergency-services')
  await keptOffline(page)
  await context.setOffline(true)
  const other = await context.newPage()
  await other.goto('/emergency/first-aid#snake-bite')
  await expect(other.getByText('Keep your pet as still as you can.')).toBeVisible()
  await other.getByRole('link', { name: 'Emergency help' }).first().click()
  await expect(other.getByRole('link', { name: /^Call .*PETA India/ })).toBeVisible()
  await other.getByRole('link', { name: /^Poison/ }).click()
  await expect(other.getByText('Don’t make your pet vomit.')).toBeVisible()
  await other.goto('/emergency/dragons')
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Emergency help')
  await other.goto('/emergency/report')
  await expect(other.getByRole('button', { name: 'Send report' })).toBeVisible()
})

test('a page that needs a network says so, and opens once there is one', async ({
  page,
  context,
  expectConsole,
}) => {
  expectConsole(/ERR_INTERNET_DISCONNECTED|Failed to fetch|Failed to load resource/)
  await page.goto('/emergency-services')
  await keptOffline(page)
  await context.setOffline(true)
  await page.goto('/about', { waitUntil: 'load' })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You’re offline')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'First aid' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('First aid')
  await page.goBack({ waitUntil: 'load' })
  await context.setOffline(false)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^About/)
})

test('the to-do opens without a network, and logging out removes it from the phone', {
  tag: '@phone-only',
}, async ({ page, context, expectConsole }) => {
  expectConsole(/ERR_INTERNET_DISCONNECTED|Failed to fetch|Failed to load resource/)
  await signUpByApi(page, 'Asha Verma')
  await page.goto('/todo')
  await keptOffline(page)
  const { origin } = new URL(page.url())
  const added = await page.request.post('/api/todo', {
    data: { title: 'Feed Bruno', kind: 'feeding', dueOn: todayInIndia() },
    headers: { origin },
  })
  expect(added.ok()).toBe(true)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Feed Bruno' })).toBeVisible()
  await expect.poll(() => keepsTask(page, 'Feed Bruno')).toBe(true)
  await context.setOffline(true)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Feed Bruno' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible()
  await page.clock.setFixedTime(Date.now() + 86_400_000)
  await page.reload()
  await expect(page.getByRole('region', { name: 'Overdue' })).toContainText('Feed Bruno')
  await context.setOffline(false)
  await page.evaluate(() =>
    fetch('/api/auth/sign-out', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    }),
  )
  expect(await isKept(page, '/rpc/todo/list')).toBe(false)
  await context.setOffline(true)
  await page.reload()
  await expect(
    page
      .getByRole('link', { name: 'Login' })
      .or(page.getByRole('heading', { level: 1 }))
      .first(),
  ).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Feed Bruno' })).toBeHidden()
})

test('a network that hangs shows the kept to-dos after a few seconds', async ({ page, baseURL }) => {
  const { url, way, close } = await openBetween(baseURL!)
  await signUpByApi(page, 'Asha Verma')
  const { origin } = new URL(baseURL!)
  const added = await page.request.post('/api/todo', {
    data: { title: 'Feed Bruno', kind: 'feeding', dueOn: todayInIndia() },
    headers: { origin },
  })
  expect(added.ok()).toBe(true)
  await page.goto(`${url}/todo`)
  await keptOffline(page)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Feed Bruno' })).toBeVisible()
  await expect.poll(() => isKept(page, '/rpc/todo/list'), { timeout: 30_000 }).toBe(true)
  way.hangs = true
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Feed Bruno' })).toBeVisible({ timeout: 30_000 })
  await expect(page.getByRole('button', { name: 'Mark as done: Feed Bruno' })).toBeVisible()
  close()
})

test('a member’s vets, health facts and to-dos are there without a network before they were ever opened, until the logout', async ({
  page,
  context,
  expectConsole,
}) => {
  expectConsole(/ERR_INTERNET_DISCONNECTED|Failed to fetch|Failed to load resource/)
  await signUpByApi(page, 'Asha Verma')
  const { user } = await read<Me>(page, '/me')
  await inDatabase((db) =>
    makePet(db, {
      ownerId: user.records['pet_owner']!,
      name: 'Bruno',
      breed: 'Beagle',
      sizeLbs: 26.5,
      facts: { vet_name: 'Jayanagar Pet Clinic', vet_phone: '+91 80 2222 0001', allergies: 'Penicillin' },
    }),
  )
  await page.goto('/contact')
  await keptOffline(page)
  for (const path of ['/api/emergency/own', '/rpc/todo/list'])
    await expect.poll(() => isKept(page, path), { message: path, timeout: 30_000 }).toBe(true)

  await context.setOffline(true)
  await page.goto('/emergency-services')
  const own = page.getByRole('region', { name: 'Your vets and pets' })
  await expect(own.getByRole('link', { name: /^Call .*Jayanagar Pet Clinic/ })).toHaveAttribute(
    'href',
    'tel:+918022220001',
  )
  await own.getByText('Dog, Beagle').click()
  await expect(own.getByRole('definition').filter({ hasText: 'Penicillin' })).toBeVisible()
  await expectAccessible(page)
  await page.goto('/todo')
  await expect(page.getByText('Nothing to do. Add your first task.')).toBeVisible()
  await page.goto('/emergency-services')
  await expect(own).toBeVisible()

  // An answer that nobody asked for in 31 days goes when the worker next starts.
  await context.setOffline(false)
  await page.evaluate(async () => {
    const cache = await caches.open('pawfolk-own-data')
    const date = new Date(Date.now() - 31 * 86_400_000).toUTCString()
    await cache.put('/rpc/todo/list?old', new Response('{}', { headers: { date } }))
  })
  const devtools = await context.newCDPSession(page)
  await devtools.send('ServiceWorker.enable')
  await devtools.send('ServiceWorker.stopAllWorkers')
  await page.goto('/emergency-services')
  await expect
    .poll(() => page.evaluate(async () => Boolean(await caches.match('/rpc/todo/list?old'))))
    .toBe(false)
  expect(await isKept(page, '/api/emergency/own')).toBe(true)

  await page.evaluate(() => localStorage.setItem('pawfolk-emergency-directory', '{}'))
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Logout' }).first().click()
  await expect(page.getByRole('link', { name: 'Login' }).first()).toBeVisible()
  expect(await isKept(page, '/api/emergency/own')).toBe(false)
  expect(await page.evaluate(() => localStorage.getItem('pawfolk-emergency-directory'))).toBeNull()
  await context.setOffline(true)
  await page.goto('/emergency-services')
  await expect(page.getByRole('link', { name: /^Call .*PETA India/ })).toBeVisible()
  await expect(own).toBeHidden()
})

test('two people tick the same meal, one without a network, and it becomes one tick', {
  tag: '@phone-only',
}, async ({ page, context, openWindow, expectConsole }) => {
  expectConsole(/ERR_INTERNET_DISCONNECTED|Failed to fetch|Failed to load resource|409 \(Conflict\)/)
  await signUpByApi(page, 'Asha Verma')
  const ravi = await openWindow({ serviceWorkers: 'block' })
  const { email } = await signUpByApi(ravi, 'Ravi Kumar')
  const [owner, caregiver] = [await read<Me>(page, '/me'), await read<Me>(ravi, '/me')]
  const petId = await inDatabase(async (db) => {
    const { id } = await makePet(db, { ownerId: owner.user.records['pet_owner']!, name: 'Bruno' })
    const member = { userId: owner.user.id, memberId: caregiver.user.id, email, petIds: [id] }
    await makeMember(db, { ...member, now: new Date() })
    return id
  })
  await page.goto('/todo')
  await keptOffline(page)
  const headers = { origin: new URL(page.url()).origin }
  const dueOn = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  for (const title of ['Evening meal', 'Long walk', 'Brush']) {
    const added = await page.request.post('/api/todo', {
      data: { title, kind: 'other', petId, dueOn },
      headers,
    })
    expect(added.ok()).toBe(true)
  }
  await page.reload()
  const tick = (on: Page, name: string) => on.getByRole('button', { name: `Mark as done: ${name}, Bruno` })
  const done = (on: Page, name: string) =>
    on.getByRole('article', { name: `Done: ${name}, Bruno`, exact: true })
  await expect(tick(page, 'Brush')).toBeVisible()
  await expect.poll(() => keepsTask(page, 'Brush')).toBe(true)

  await context.setOffline(true)
  for (const name of ['Evening meal', 'Long walk', 'Brush']) await tick(page, name).click()
  await expect(done(page, 'Evening meal')).toContainText('Waiting to be sent')
  await page.getByRole('button', { name: 'Undo: Brush, Bruno' }).click()
  await expect(tick(page, 'Brush')).toBeVisible()
  await page.reload()
  await expect(done(page, 'Evening meal')).toContainText('Waiting to be sent')
  await expect(done(page, 'Long walk')).toBeVisible()
  await expect(tick(page, 'Brush')).toBeVisible()
  await expectAccessible(page)

  await ravi.goto('/todo')
  await tick(ravi, 'Evening meal').click()
  await expect(done(ravi, 'Evening meal')).toBeVisible()

  await context.setOffline(false)
  await expect(page.getByText(/^Evening meal: already done at \d\d:\d\d by Ravi/)).toBeVisible({
    timeout: 30_000,
  })
  await expect(done(page, 'Long walk')).toBeHidden({ timeout: 30_000 })
  await expect(tick(page, 'Brush')).toBeVisible()
  const { rows } = await read<{ rows: { title: string; tick: { isOwn: boolean } }[] }>(page, '/todo/done')
  expect(rows.map(({ title, tick: { isOwn } }) => [title, isOwn]).sort()).toEqual([
    ['Evening meal', false],
    ['Long walk', true],
  ])
})

/** Returns the version of the worker that answers for the page. */
const versionFor = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = ({ data }) => resolve(data as string)
        setTimeout(() => resolve('first'), 1_000)
        navigator.serviceWorker.controller!.postMessage('version', [port2])
      }),
  )

/**
 * Passes requests on to the app. Its service worker becomes another version once `isNext` is set, and while `hangs` is set,
 * what the app's pages ask for gets no answer.
 */
async function openBetween(baseURL: string) {
  const app = new URL(baseURL)
  const way = { isNext: false, hangs: false }
  const answers = `self.addEventListener('message', ({ data, ports }) => data === 'version' && ports[0].postMessage('next'))`
  const server = createServer((asked, answer) => {
    if (way.hangs && /^\/(?:api|rpc)\//.test(asked.url!)) return
    const isWorker = asked.url === '/service-worker.js'
    const { origin, ...headers } = asked.headers
    const onward = request(
      {
        host: app.hostname,
        port: app.port,
        path: asked.url,
        method: asked.method,
        headers: {
          ...headers,
          host: app.host,
          ...(origin && { origin: app.origin }),
          ...(isWorker && { 'accept-encoding': 'identity', 'if-none-match': '' }),
        },
      },
      (got) => {
        const { 'content-length': length, ...kept } = got.headers
        answer.writeHead(
          got.statusCode!,
          isWorker ? kept : { ...kept, ...(length && { 'content-length': length }) },
        )
        if (!isWorker || !way.isNext) return void got.pipe(answer)
        got.pipe(answer, { end: false })
        got.on('end', () => answer.end(`\n${answers}`))
      },
    )
    onward.on('error', () => answer.destroy())
    asked.pipe(onward)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { url, way, close }
}

test('a new version waits until no form can be lost, and takes over when the last window is opened anew', async ({
  page,
  context,
  baseURL,
}) => {
  const { url, way, close } = await openBetween(baseURL!)
  const message = page.getByLabel('Your message')
  await page.goto(`${url}/emergency-services`)
  await keptOffline(page)
  await page.goto(`${url}/contact`)
  await message.fill('My parcel hasn’t come')
  const other = await context.newPage()
  await other.goto(`${url}/emergency/first-aid`)

  way.isNext = true
  const isWaiting = () =>
    page.evaluate(async () => Boolean((await navigator.serviceWorker.getRegistration())?.waiting))
  await page.evaluate(async () => void (await (await navigator.serviceWorker.getRegistration())!.update()))
  await expect.poll(isWaiting, { timeout: 30_000 }).toBe(true)
  await other.goto(`${url}/emergency/poison`)
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Poison')
  expect(await isWaiting()).toBe(true)
  expect(await versionFor(page)).toBe('first')
  await expect(message).toHaveValue('My parcel hasn’t come')
  // The form's page is left alone, and still loads what it needs.
  await message.press('End')
  await message.pressSequentially(' yet')
  await expect(message).toHaveValue('My parcel hasn’t come yet')

  await page.close()
  // For a moment, the worker may still count the closed window.
  await expect(async () => {
    await other.goto(`${url}/emergency/vets`)
    await expect.poll(() => versionFor(other), { timeout: 5_000 }).toBe('next')
  }).toPass({ timeout: 60_000 })
  close()
})

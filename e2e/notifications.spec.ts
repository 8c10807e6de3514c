import type { Page, Worker } from '@playwright/test'
import { bookSoon, read } from './booking.ts'
import { inDatabase } from './database.ts'
import { expect, expectAccessible, holdBack, type Session, signUpByApi, test } from './fixture.ts'
import { becomeOpenVet } from './provider.ts'

const main = (page: Page) => page.getByRole('main')
const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ })
const popover = (page: Page) => page.getByRole('dialog', { name: 'Notifications', exact: true })

/** Requests this many visits; each of them notifies the vet. */
async function requestVisits(page: Page, vet: Session, count: number): Promise<void> {
  const vetId = await becomeOpenVet(vet)
  for (let booked = 0; booked < count; booked++) await bookSoon(page, vetId)
  const unread = async () => (await read<{ count: number }>(page, '/notifications/unread')).count
  await expect.poll(unread).toBe(count)
}

test('the bell shows a booking request, and opening its notification marks it as read', async ({
  page,
  openSession,
}) => {
  await signUpByApi(page, 'Asha Verma')
  await requestVisits(page, await openSession(), 2)
  await page.goto('/about')
  await expect(bell(page)).toHaveAccessibleName('Notifications, 2 unread')
  await bell(page).click()
  const rows = popover(page).getByRole('listitem')
  await expect(rows).toHaveCount(2)
  await expectAccessible(page)
  await expect(rows.first()).toContainText('Request sent')
  await expect(rows.first()).toContainText('Unread')
  await rows.first().getByRole('link').click()
  await expect(page).toHaveURL(/\/appointments\?side=bookings&tab=upcoming$/)
  await expect(popover(page)).toBeHidden()
  await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread')
  await page.reload()
  await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread')
})

test('the bell also counts notifications that arrived with the list', async ({ page, openSession }) => {
  await signUpByApi(page, 'Asha Verma')
  await page.goto('/about')
  await expect(bell(page)).toHaveAccessibleName('Notifications')
  await requestVisits(page, await openSession(), 1)
  await bell(page).click()
  await expect(popover(page).getByRole('listitem')).toHaveCount(1)
  await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread')
  await popover(page).getByRole('button', { name: 'Mark all read' }).click()
  await expect(bell(page)).toHaveAccessibleName('Notifications')
})

test('notifications are all marked as read, then cleared, and stay so', async ({ page, openSession }) => {
  await signUpByApi(page, 'Ravi Kumar')
  await requestVisits(page, await openSession(), 2)
  await page.goto('/about')
  await bell(page).click()
  await popover(page).getByRole('button', { name: 'Mark all read' }).click()
  await expect(bell(page)).toHaveAccessibleName('Notifications')
  await expect(popover(page).getByText('Unread')).toHaveCount(0)
  await popover(page).getByRole('button', { name: 'Clear All' }).click()
  await expect(popover(page).getByText('No notifications yet')).toBeVisible()
  await expectAccessible(page)
  await page.reload()
  await bell(page).click()
  await expect(popover(page).getByText('No notifications yet')).toBeVisible()
})

test('notifications come back with an error when clearing them fails', async ({
  page,
  openSession,
  expectConsole,
}) => {
  expectConsole(/Failed to load resource/)
  await signUpByApi(page, 'Zoya Ali')
  await requestVisits(page, await openSession(), 1)
  await page.goto('/about')
  await bell(page).click()
  await expect(popover(page).getByRole('listitem')).toHaveCount(1)
  await page.route('**/rpc/notifications/clearAll', (route) => route.abort())
  await popover(page).getByRole('button', { name: 'Clear All' }).click()
  await expect(popover(page).getByRole('alert')).toContainText('nothing was changed')
  await expect(popover(page).getByRole('listitem')).toHaveCount(1)
  await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread')
})

test('the keyboard opens and closes the popover and the panel, and focus returns to the bell', async ({
  page,
  openSession,
}) => {
  await signUpByApi(page, 'Priya Menon')
  await requestVisits(page, await openSession(), 1)
  await page.goto('/about')
  await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread')
  await bell(page).focus()
  await page.keyboard.press('Enter')
  await expect(popover(page)).toBeFocused()
  await expect(bell(page)).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('Escape')
  await expect(popover(page)).toBeHidden()
  await expect(bell(page)).toBeFocused()

  await page.keyboard.press('Enter')
  await popover(page).getByRole('button', { name: 'View All Notifications' }).press('Enter')
  const panel = page.getByRole('dialog', { name: 'All notifications' })
  await expect(panel.getByRole('listitem')).toHaveCount(1)
  await expectAccessible(page)
  await panel.getByLabel('Show').selectOption('Flyers')
  await expect(panel.getByText('No notifications of this kind')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await expect(bell(page)).toBeFocused()
})

test('notifications are marked as read and cleared in the panel, too', async ({ page, openSession }) => {
  await signUpByApi(page, 'Kiran Joshi')
  await requestVisits(page, await openSession(), 2)
  await page.goto('/about')
  await bell(page).click()
  await popover(page).getByRole('button', { name: 'View All Notifications' }).click()
  const panel = page.getByRole('dialog', { name: 'All notifications' })
  await panel.getByRole('button', { name: 'Mark all read' }).click()
  await expect(panel.getByText('Unread')).toHaveCount(0)
  await panel.getByRole('button', { name: 'Clear All' }).click()
  await expect(panel.getByText('No notifications yet')).toBeVisible()
  await panel.getByRole('button', { name: 'Close' }).click()
  await expect(bell(page)).toHaveAccessibleName('Notifications')
})

const reportTypes = [
  'pet_report',
  'new_comment_on_report',
  'new_message_on_report',
  'report_marked_seen',
  'flyer_generated',
  'report_deleted',
  'report_updated',
]

test('of 120 notifications the badge says 99+, the popover shows 10 and then 15, and the panel 20 a page', async ({
  page,
}) => {
  await signUpByApi(page, 'Tara Bose')
  const { user } = await read<{ user: { id: string } }>(page, '/me')
  await inDatabase((db) =>
    db
      .insertInto('notifications')
      .values(
        Array.from({ length: 120 }, (_, n) => ({
          id: crypto.randomUUID(),
          user_id: user.id,
          source: `story:${n}`,
          in_bell: true,
          type: reportTypes[n % 7]!,
          title: `News ${n}`,
          message: 'Bruno was seen by the lake.',
          metadata: JSON.stringify({ href: '/pet-reports' }),
          related_report_id: null,
          created_at: new Date(Date.now() - n * 60_000),
        })),
      )
      .execute(),
  )
  await page.goto('/about')
  await expect(bell(page)).toHaveAccessibleName('Notifications, more than 99 unread')
  await expect(bell(page)).toHaveText('99+')
  await bell(page).click()
  const rows = popover(page).getByRole('listitem')
  await expect(rows).toHaveCount(10)
  await popover(page).getByRole('button', { name: 'Refresh' }).click()
  await expect(rows).toHaveCount(15)
  const icons = await rows.evaluateAll((all) =>
    all.slice(0, 7).map((one) => one.querySelector('svg')?.innerHTML),
  )
  expect(new Set(icons).size).toBe(7)
  await popover(page).getByRole('button', { name: 'View All Notifications' }).click()
  const panel = page.getByRole('dialog', { name: 'All notifications' })
  await expect(panel.getByRole('listitem')).toHaveCount(20)
  await panel.getByRole('button', { name: 'Show more' }).click()
  await expect(panel.getByRole('listitem')).toHaveCount(40)
  await panel.getByLabel('Show').selectOption('Sightings')
  await expect(panel.getByRole('listitem')).toHaveCount(17)
  await expect(panel.getByRole('button', { name: 'Show more' })).toBeHidden()
  await expectAccessible(page)
})

test('a user mutes a kind of notification in the panel and unmutes it under Edit profile', async ({
  page,
  openSession,
}) => {
  await signUpByApi(page, 'Neha Kapoor')
  await requestVisits(page, await openSession(), 1)
  await page.goto('/about')
  await bell(page).click()
  await popover(page).getByRole('button', { name: 'View All Notifications' }).click()
  const panel = page.getByRole('dialog', { name: 'All notifications' })
  await panel.getByLabel('Show').selectOption('Appointment requests')
  await panel.getByRole('button', { name: 'Mute', exact: true }).click()
  await expect(panel.getByText('Muted: you won’t see these in the bell.')).toBeVisible()
  await expectAccessible(page)
  await panel.getByRole('link', { name: 'Choose your notifications' }).click()
  await expect(page).toHaveURL('/edit-profile?section=notifications&group=appointments')
  await expect(panel).toBeHidden()
  const inBell = page.getByRole('checkbox', { name: 'Appointment requests in the bell' })
  const byMail = page.getByRole('combobox', { name: 'Appointment requests by email' })
  await expect(inBell).not.toBeChecked()
  await expect(byMail).toHaveValue('on')
  await expectAccessible(page)
  await byMail.selectOption('Once a day')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await inBell.click()
  await expect(inBell).toBeChecked()
  await page.reload()
  await expect(inBell).toBeChecked()
  await expect(byMail).toHaveValue('daily')
})

test('news that comes while a choice is saved doesn’t undo it', async ({ page, openSession }) => {
  await signUpByApi(page, 'Neha Kapoor')
  await page.goto('/edit-profile?section=notifications&group=appointments')
  const byMail = page.getByRole('combobox', { name: 'Appointment requests by email' })
  await expect(byMail).toHaveValue('on')
  const letThrough = await holdBack(page, '**/notifications/choose')
  await byMail.selectOption('Off')
  const loaded = page.waitForResponse('**/notifications/choices*')
  await requestVisits(page, await openSession(), 1)
  await loaded
  letThrough()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await expect(byMail).toHaveValue('off')
  await page.reload()
  await expect(byMail).toHaveValue('off')
})

test('an owner sees only the notification groups that concern them, and sets a whole group at once', async ({
  page,
}) => {
  await signUpByApi(page, 'Tara Bose')
  await page.goto('/edit-profile?section=notifications&group=payments')
  const group = (name: string) => main(page).getByRole('group').filter({ hasText: name })
  await expect(page.getByRole('checkbox', { name: 'Refunds in the bell' })).toBeVisible()
  await expect(page.getByText('Payouts')).toHaveCount(0)
  await expect(page.getByText('Verification')).toHaveCount(0)
  await expect(page.getByText('Lost and found')).toBeVisible()
  await expectAccessible(page)
  await group('Appointments').locator('summary').click()
  await expect(page.getByRole('checkbox', { name: 'Refunds in the bell' })).toBeHidden()
  await expect(group('Appointments').locator('summary')).toContainText('Bell 16 of 16')
  const all = page.getByRole('checkbox', { name: 'Appointments: all in the bell' })
  await all.uncheck()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await page.reload()
  await expect(group('Appointments').locator('summary')).toContainText('Bell 0 of 16')
})

test('a user with a confirmed number chooses texts for a kind, and daily emails for a whole group', async ({
  page,
}) => {
  await signUpByApi(page, 'Sana Qureshi')
  await page.goto('/edit-profile?section=notifications')
  await expect(page.getByText('Add a phone number under Login & security')).toBeVisible()
  const { user } = await read<{ user: { id: string } }>(page, '/me')
  const number = `+9197${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`
  const account = { id: crypto.randomUUID(), user_id: user.id, account_id: number }
  await inDatabase((db) =>
    db
      .insertInto('accounts')
      .values({ ...account, provider_id: 'phone', issuer: 'local:phone' })
      .execute(),
  )
  await page.reload()
  const byText = page.getByRole('checkbox', { name: 'Cancelled appointments by text' })
  await expect(byText).not.toBeChecked()
  await expect(page.getByRole('checkbox', { name: 'Confirmed appointments by text' })).toHaveCount(0)
  await byText.click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  const all = page.getByRole('combobox', { name: 'Appointments: all by email' })
  await expect(all).toHaveValue('')
  await all.selectOption('Once a day')
  await expect(page.getByRole('combobox', { name: 'Cancelled appointments by email' })).toHaveValue('daily')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await page.reload()
  await expect(byText).toBeChecked()
  await expect(all).toHaveValue('daily')
})

test('a user asks for one email a day and quiet hours', async ({ page }) => {
  await signUpByApi(page, 'Divya Raman')
  await page.goto('/edit-profile?section=notifications')
  const when = page.getByRole('region', { name: 'When emails come' })
  await expect(when.getByLabel('As things happen')).toBeChecked()
  await when.getByLabel(/^Once a day/).check()
  await when.getByLabel(/^Quiet hours/).check()
  await expectAccessible(page)
  await when.getByLabel('Until', { exact: true }).fill('22:00')
  await when.getByRole('button', { name: 'Save' }).click()
  await expect(when.getByLabel('Until', { exact: true })).toBeFocused()
  await expect(when.getByText('Enter another time than the start')).toBeVisible()
  await when.getByLabel('Until', { exact: true }).fill('06:30')
  await when.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await page.reload()
  await expect(when.getByLabel(/^Once a day/)).toBeChecked()
  await expect(when.getByLabel('From', { exact: true })).toHaveValue('22:00')
  await expect(when.getByLabel('Until', { exact: true })).toHaveValue('06:30')
})

test('a notification choice that fails to save is undone, with an error', async ({ page, expectConsole }) => {
  expectConsole(/Failed to load resource/)
  await signUpByApi(page, 'Farhan Merchant')
  await page.goto('/edit-profile?section=notifications')
  const box = page.getByRole('checkbox', { name: 'Confirmed appointments in the bell' })
  const byMail = page.getByRole('combobox', { name: 'Confirmed appointments by email' })
  await byMail.selectOption('At once')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await page.route('**/rpc/notifications/choose', (route) => route.abort())
  await byMail.selectOption('Off')
  await expect(page.getByRole('alert')).toHaveText('We couldn’t save that. Please try again.')
  await expect(byMail).toHaveValue('at_once')
  await box.click()
  await expect(box).toBeChecked()
})

test('several quick choices on a slow network are all saved, also one made twice', async ({ page }) => {
  await signUpByApi(page, 'Divya Raman')
  const held: (() => void)[] = []
  await page.route('**/rpc/notifications/choose', async (route) => {
    await new Promise<void>((resolve) => held.push(resolve))
    await route.continue()
  })
  await page.goto('/edit-profile?section=notifications')
  const declined = page.getByRole('checkbox', { name: 'Declined appointments in the bell' })
  const declinedMail = page.getByRole('combobox', { name: 'Declined appointments by email' })
  await declined.click()
  await declinedMail.selectOption('Off')
  await declined.click()
  await expect(declined).toBeChecked()
  await expect(declinedMail).toHaveValue('off')
  for (let answered = 0; answered < 3; answered++) {
    await expect.poll(() => held.length, 'what is on its way').toBeGreaterThan(answered)
    held[answered]!()
  }
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await page.reload()
  await expect(declinedMail).toHaveValue('off')
  await expect(declined).toBeChecked()
})

test.describe('push notifications', () => {
  test.use({ serviceWorkers: 'allow' })

  test('a user turns push on for this device, chooses the kinds, and opens a visit from one', async ({
    page,
    context,
  }) => {
    // The browser under test has neither a push service nor notifications.
    await page.addInitScript(() => {
      Object.defineProperty(Notification, 'permission', { get: () => 'default' })
      Notification.requestPermission = async () => 'granted'
      const bytes = (count: number) => btoa('\u0004'.repeat(count)).replaceAll('=', '')
      const keys = { p256dh: bytes(65), auth: bytes(16) }
      const endpoint = `https://push.example/${Math.random()}`
      const subscription = { toJSON: () => ({ endpoint, keys }) }
      PushManager.prototype.subscribe = async () => subscription as unknown as PushSubscription
    })
    await signUpByApi(page, 'Meera Iyer')
    await page.goto('/edit-profile?section=notifications')
    const here = page.getByRole('region', { name: 'Push notifications' })
    const byPush = page.getByRole('checkbox', { name: 'Confirmed appointments by push' })
    await expect(here.getByRole('button')).toHaveText('Turn on for this device')
    await expect(byPush).toHaveCount(0)
    await here.getByRole('button').click()
    await expect(here.getByRole('button')).toHaveText('Turn off for this device')
    await expect(byPush).toBeChecked()
    await expectAccessible(page)
    await byPush.click()
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()

    await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')
    const message = { id: crypto.randomUUID(), title: 'Appointments', body: 'Requests', path: '/about' }
    const worker = context.serviceWorkers()[0]!
    expect(await handPush(page, worker, JSON.stringify(message))).toEqual({
      title: 'Appointments',
      body: 'Requests',
      tag: message.id,
      data: message,
    })

    await here.getByRole('button').click()
    await expect(here.getByRole('button')).toHaveText('Turn on for this device')
    await expect(byPush).toHaveCount(0)

    // A form with unsaved words asks before the push's page opens.
    await page.getByLabel('Quiet hours').check()
    await clickPush(worker, message)
    const dialog = page.getByRole('dialog', { name: 'Leave without saving?' })
    await expect(dialog).toBeVisible()
    await dialog.getByRole('button', { name: 'Leave' }).click()
    await expect(page).toHaveURL('/about')
  })
})

/** Hands the service worker a push as the browser would, and returns what it shows. */
async function handPush(page: Page, worker: Worker, data: string) {
  await worker.evaluate(() => {
    const scope = self as unknown as { registration: ServiceWorkerRegistration; shown?: object }
    scope.registration.showNotification = async (title, options) => {
      scope.shown = { title, body: options?.body, tag: options?.tag, data: options?.data }
    }
  })
  const devtools = await page.context().newCDPSession(page)
  const registered = new Promise<string>((resolve) =>
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [known] }) => {
      if (known) resolve(known.registrationId)
    }),
  )
  await devtools.send('ServiceWorker.enable')
  const push = { origin: new URL(page.url()).origin, registrationId: await registered, data }
  await devtools.send('ServiceWorker.deliverPushMessage', push)
  const shown = () => worker.evaluate(() => (self as { shown?: object }).shown)
  await expect.poll(shown).toBeTruthy()
  return shown()
}

/** Scripts can't make an event that a worker may wait for, so this one has the parts that ours uses. */
const clickPush = (worker: Worker, data: object) =>
  worker.evaluate((message) => {
    const click = Object.assign(new Event('notificationclick'), {
      notification: { close: () => undefined, data: message },
      waitUntil: () => undefined,
    })
    self.dispatchEvent(click)
  }, data)

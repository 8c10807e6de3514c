import type { Page, Worker } from '@playwright/test'
import { bookSoon, read } from './booking.ts'
import { expect, expectAccessible, type Session, signUpByApi, test } from './fixture.ts'
import { becomeOpenVet } from './provider.ts'

const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ })
const popover = (page: Page) => page.getByRole('dialog', { name: 'Notifications', exact: true })

/** Requests this many visits; each of them notifies the vet. */
async function requestVisits(page: Page, vet: Session, count: number): Promise<void> {
  const vetId = await becomeOpenVet(vet)
  for (let booked = 0; booked < count; booked++) await bookSoon(page, vetId)
  const unread = async () => (await read<{ count: number }>(page, '/notifications/unread')).count
  await expect.poll(unread).toBe(count)
}

test('a user reads about a booking request in the bell, mutes the kind, chooses its emails, and clears the rest', async ({
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
  await rows.first().getByRole('link').click()
  await expect(page).toHaveURL(/\/appointments\?side=bookings&tab=upcoming&record=/)
  await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread')

  await bell(page).click()
  await popover(page).getByRole('button', { name: 'View All Notifications' }).click()
  const panel = page.getByRole('dialog', { name: 'All notifications' })
  await panel.getByLabel('Show').selectOption('Appointment requests')
  await panel.getByRole('button', { name: 'Mute', exact: true }).click()
  await expect(panel.getByText('Muted: you won’t see these in the bell.')).toBeVisible()
  await panel.getByRole('link', { name: 'Choose your notifications' }).click()
  await expect(page).toHaveURL('/edit-profile?section=notifications&group=appointments')
  const inBell = page.getByRole('checkbox', { name: 'Appointment requests in the bell' })
  const byMail = page.getByRole('combobox', { name: 'Appointment requests by email' })
  await expect(inBell).not.toBeChecked()
  await byMail.selectOption('Once a day')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  const when = page.getByRole('region', { name: 'When emails come' })
  await when.getByLabel(/^Once a day/).check()
  await when.getByLabel(/^Quiet hours/).check()
  await when.getByLabel('Until', { exact: true }).fill('06:30')
  await when.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved', { exact: true }).last()).toBeVisible()
  await page.reload()
  await expect(inBell).not.toBeChecked()
  await expect(byMail).toHaveValue('daily')
  await expect(when.getByLabel(/^Once a day/)).toBeChecked()
  await expect(when.getByLabel('From', { exact: true })).toHaveValue('22:00')
  await expect(when.getByLabel('Until', { exact: true })).toHaveValue('06:30')

  await bell(page).click()
  await popover(page).getByRole('button', { name: 'Mark all read' }).click()
  await expect(bell(page)).toHaveAccessibleName('Notifications')
  await popover(page).getByRole('button', { name: 'Clear All' }).click()
  await expect(popover(page).getByText('No notifications yet')).toBeVisible()
  await page.reload()
  await bell(page).click()
  await expect(popover(page).getByText('No notifications yet')).toBeVisible()
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

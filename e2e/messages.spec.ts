import type { Page } from '@playwright/test'
import { makeThread } from '#/messaging/server/factory.ts'
import { type Booked, bookSoon, read } from './booking.ts'
import { inDatabase } from './database.ts'
import { openDesk, openView } from './desk.ts'
import {
  expect,
  expectAccessible,
  holdBack,
  holdPolls,
  openLive,
  type Session,
  signUpByApi,
  test,
} from './fixture.ts'
import { becomeOpenVet, haveAppointment, noonBefore, vetName } from './provider.ts'

/** One pixel. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)
const photo = (name: string) => ({ name, mimeType: 'image/png', buffer: png })

const owner = 'Asha Verma'
const panelOf = (page: Page, name: string) => page.getByRole('dialog', { name })
const logOf = (page: Page) => page.getByRole('log', { name: 'Messages' })

async function accept({ request }: Session, { id }: Pick<Booked, 'id'>): Promise<void> {
  const answer = await request.post(`/api/appointments/${id}/acceptance`, { data: {} })
  expect(answer.ok(), await answer.text()).toBe(true)
}

const say = async ({ request }: Session, bookingId: string, text: string) => {
  const answer = await request.post(`/api/message-threads/${bookingId}/messages`, { data: { text } })
  expect(answer.ok(), await answer.text()).toBe(true)
}

const sayNumber = (number: number) => ({
  by: 'provider' as const,
  text: `Number ${number}`,
  at: new Date(Date.now() - (60 - number) * 60_000),
})

/** Opens the thread of the only card. */
async function openThread(page: Page, name: string) {
  await page.getByRole('link', { name: new RegExp(`^Message ${name}`) }).click()
  const field = page.getByLabel(`Message to ${name}`)
  // On a phone the keyboard would cover the messages.
  await expect(field).toBeVisible()
  if (!test.info().project.use.hasTouch) await expect(field).toBeFocused()
  return panelOf(page, name)
}

test('an owner and a vet exchange messages and a picture about a visit', async ({ page, openWindow }) => {
  const vet = await openWindow()
  const vetId = await becomeOpenVet(vet)
  await signUpByApi(page, owner)
  const booked = await bookSoon(page, vetId)
  await accept(vet, booked)

  await openLive(page, '/appointments')
  const mine = await openThread(page, vetName)
  await expect(mine.getByText('No messages yet')).toBeVisible()
  await expectAccessible(page)
  await mine.getByLabel('Add pictures').setInputFiles([photo('paw.png'), photo('other-paw.png')])
  await mine.getByRole('button', { name: 'Remove other-paw.png' }).click()
  await mine.getByLabel(/^Message to/).fill('He limps.\nSince Sunday.')
  const letGo = await holdBack(page, '**/rpc/messaging/send')
  await mine.getByRole('button', { name: 'Send' }).click()
  await expect(mine.getByRole('progressbar', { name: 'Sending pictures' })).toBeVisible()
  letGo()
  await expect(logOf(page).getByText('He limps.')).toBeVisible()
  await expect(logOf(page).getByText('Sending')).toHaveCount(0)
  await expect(logOf(page).getByRole('img')).toHaveCount(1)

  // The vet's notification opens the thread, and reading it clears the bell and the badge.
  await vet.goto('/appointments?side=visits&tab=upcoming')
  await expect(vet.getByRole('link', { name: `Message ${owner}, 1 unread` })).toBeVisible()
  await expect
    .poll(async () => {
      await vet.getByRole('button', { name: /^Notifications/ }).click()
      const told = vet.getByRole('link', { name: `New message from ${owner}` })
      const isTold = await told.waitFor({ timeout: 2_000 }).then(
        () => true,
        () => false,
      )
      if (isTold) await told.click()
      else await vet.keyboard.press('Escape')
      return isTold
    })
    .toBe(true)
  const theirs = panelOf(vet, owner)
  await expect(theirs.getByText('Since Sunday.')).toBeVisible()
  await expect(theirs.getByRole('heading', { name: 'Today' })).toBeVisible()
  await expectAccessible(vet)
  // Its reader's other devices are told too, and the page would load the thread again for that.
  const letRead = await holdBack(page, '**/rpc/messaging/markRead')
  await theirs.getByLabel(`Message to ${owner}`).fill('Bring him in.')
  await theirs.getByRole('button', { name: 'Send' }).click()
  // Without a reload.
  await expect(logOf(page).getByText('Bring him in.')).toBeVisible()
  let isSaid = false
  await holdPolls(page, /\/rpc\/messaging\/thread(\?|$)/, () => isSaid)
  isSaid = true
  await say(vet, booked.id, 'And his papers.')
  await expect(logOf(page).getByText('And his papers.')).toBeVisible()
  letRead()

  await theirs.getByRole('button', { name: 'Close' }).click()
  await expect(theirs).toHaveCount(0)
  await vet.getByRole('tab', { name: 'Upcoming' }).click()
  await expect(vet.getByRole('link', { name: `Message ${owner}`, exact: true })).toBeVisible()
  await page.goBack()
  await expect(mine).toHaveCount(0)
  await expect(page).toHaveURL(/\/appointments$/)
})

test('a message that fails is marked and sent once on retry, and a draft survives closing', async ({
  page,
  openWindow,
  expectConsole,
}) => {
  const vet = await openWindow()
  const vetId = await becomeOpenVet(vet)
  await signUpByApi(page, owner)
  await accept(vet, await bookSoon(page, vetId))
  await page.goto('/appointments')
  const thread = await openThread(page, vetName)
  const field = thread.getByLabel(/^Message to/)
  await field.fill('Not finished')
  await page.keyboard.press('Escape')
  await expect(thread).toHaveCount(0)
  await expect(page.getByRole('link', { name: `Message ${vetName}` })).toBeFocused()
  await openThread(page, vetName)
  await expect(field).toHaveValue('Not finished')

  expectConsole(/Failed to load resource/)
  await page.route('**/rpc/messaging/send', (route) => route.abort())
  await thread.getByRole('button', { name: 'Send' }).click()
  await expect(thread.getByRole('alert')).toContainText('Not sent.')
  await expect(field).toHaveValue('')
  await expectAccessible(page)
  await page.unroute('**/rpc/messaging/send')
  const letGo = await holdBack(page, '**/rpc/messaging/send')
  await thread.getByRole('button', { name: 'Retry' }).click()
  await expect(thread.getByText('Sending…')).toBeVisible()
  letGo()
  await expect(thread.getByText('Sending…')).toHaveCount(0)
  await expect(thread.getByText('Not finished')).toHaveCount(1)
})

test('a phone number in a message before the visit is confirmed brings a warning and can be sent', async ({
  page,
  openWindow,
}) => {
  const vet = await openWindow()
  const vetId = await becomeOpenVet(vet)
  await signUpByApi(page, owner)
  await bookSoon(page, vetId)
  await page.goto('/appointments')
  const thread = await openThread(page, vetName)
  const field = thread.getByLabel(/^Message to/)
  await field.fill('Call me on 98450 12345')
  await thread.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(thread.getByRole('alert')).toContainText(
    'Please don’t share contact details until the booking is confirmed',
  )
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(field).toBeFocused()
  await expect(field).toHaveValue('Call me on 98450 12345')
  await thread.getByRole('button', { name: 'Send', exact: true }).click()
  await thread.getByRole('button', { name: 'Send anyway' }).click()
  await expect(logOf(page).getByText('98450 12345')).toBeVisible()
})

test('a user reports a message, blocks its writer and unblocks them', async ({ page, openWindow }) => {
  const vet = await openWindow()
  const vetId = await becomeOpenVet(vet)
  await signUpByApi(page, owner)
  const booked = await bookSoon(page, vetId)
  await say(vet, booked.id, 'Pay me first.')
  await page.goto(`/appointments?messages=${booked.id}`)
  const thread = panelOf(page, vetName)
  await thread.getByRole('button', { name: /^Report the message from/ }).click()
  const asking = page.getByRole('dialog', { name: 'Report this message?' })
  await asking.getByLabel('Reason').fill('Wants money outside')
  await asking.getByRole('button', { name: 'Report' }).click()
  await expect(page.getByText('Thank you. We’ll look into it, and tell you the outcome.')).toBeVisible()

  await thread.getByRole('button', { name: `More about ${vetName}` }).click()
  await page.getByRole('menuitem', { name: `Block ${vetName}` }).click()
  const sure = page.getByRole('dialog', { name: `Block ${vetName}?` })
  await sure.getByRole('button', { name: 'Block' }).click()
  await expect(thread.getByText('You’ve blocked this person.')).toBeVisible()
  await expectAccessible(page)
  await vet.goto(`/appointments?side=visits&messages=${booked.id}`)
  await expect(panelOf(vet, owner).getByText('You can no longer write here.')).toBeVisible()

  await thread.getByRole('button', { name: `Unblock ${vetName}` }).click()
  await expect(thread.getByLabel(/^Message to/)).toBeVisible()
  await expect(panelOf(vet, owner).getByLabel(/^Message to/)).toBeVisible()
})

test('a reader of older messages keeps their place, sees that new ones arrived, and can load earlier ones', async ({
  page,
  openWindow,
}) => {
  const vet = await openWindow()
  const vetId = await becomeOpenVet(vet)
  await signUpByApi(page, owner)
  const { id } = await bookSoon(page, vetId)
  await inDatabase((db) =>
    makeThread(db, {
      bookingId: id,
      said: [sayNumber(1), ...Array.from({ length: 44 }, (_, at) => sayNumber(at + 2))],
    }),
  )
  await page.goto(`/appointments?messages=${id}`)
  const log = logOf(page)
  await expect(log.getByText('Number 45', { exact: true })).toBeInViewport()
  await log.getByRole('button', { name: 'Show earlier messages' }).click()
  await expect(log.getByText('Number 1', { exact: true })).toHaveCount(1)
  await expect(log.getByRole('button', { name: 'Show earlier messages' })).toHaveCount(0)
  const early = log.getByText('Number 3', { exact: true })
  await early.scrollIntoViewIfNeeded()
  const { y: before } = (await early.boundingBox())!

  await say(vet, id, 'Something new')
  const news = page.getByRole('button', { name: 'New messages' })
  await expect(news).toBeVisible()
  const { y: after } = (await early.boundingBox())!
  expect(Math.abs(after - before)).toBeLessThan(2)
  await expectAccessible(page)
  await news.click()
  await expect(log.getByText('Something new')).toBeInViewport()
  await expect(news).toHaveCount(0)
  await expect
    .poll(async () => (await (await page.request.get('/api/unread-messages')).json()).threads)
    .toEqual([])
})

test('messages about a visit long ago are readable and say why they are closed', async ({
  page,
  openWindow,
  expectConsole,
}) => {
  expectConsole(/404.*messaging/)
  const vet = await openWindow()
  const vetId = await becomeOpenVet(vet)
  await signUpByApi(page, owner)
  const id = await haveAppointment(page, { vetId, startsAt: noonBefore(10), status: 'completed' })
  await page.goto(`/appointments?tab=past&messages=${id}`)
  const thread = panelOf(page, vetName)
  await expect(thread.getByText('The appointment is over.')).toBeVisible()
  await page.goto(`/appointments?messages=${crypto.randomUUID()}`)
  await expect(page.getByRole('dialog').getByText('There are no messages here')).toBeVisible()
})

test('an admin reads a report with the messages around it and resolves it', async ({ page, openSession }) => {
  const [vet, reporter] = [await openSession(), await openSession()]
  const vetId = await becomeOpenVet(vet)
  await signUpByApi(reporter, owner)
  const { id } = await bookSoon(reporter, vetId)
  await say(reporter, id, 'When shall I come?')
  await say(vet, id, 'Pay me first, outside of this.')
  const reason = `Wants money ${crypto.randomUUID()}`
  const reported = await reporter.request.post(`/api/message-threads/${id}/reports`, { data: { reason } })
  expect(reported.ok(), await reported.text()).toBe(true)

  await openDesk(page, 'Ravi')
  await page.goto('/admin-dashboard?view=reports')
  const report = page.getByRole('article').filter({ hasText: reason })
  await expect(report.getByText('Pay me first, outside of this.')).toBeVisible()
  await expectAccessible(page)
  await report.getByRole('button', { name: /^Resolve the report about Leela/ }).click()
  const asking = page.getByRole('dialog', { name: 'Resolve this report?' })
  await asking.getByRole('button', { name: 'Resolve' }).click()
  await expect(asking.getByText('Please give a reason.')).toBeVisible()
  await asking.getByLabel('Reason').fill('Warned by phone.')
  await asking.getByRole('button', { name: 'Resolve' }).click()
  await expect(asking.getByText('Please choose one.')).toBeVisible()
  await asking.getByLabel(/^Acted on it/).check()
  await expectAccessible(page)
  await asking.getByRole('button', { name: 'Resolve' }).click()
  await expect(report).toHaveCount(0)
  await page.getByLabel('Show').selectOption('Resolved')
  await expect(report.getByText('Warned by phone.')).toBeVisible()
  const { rows } = await read<{ rows: { title: string; message: string }[] }>(reporter, '/notifications')
  expect(rows[0]!.title).toMatch(/^Your report about .*Leela/)
  expect(rows[0]!.message).toMatch(/^We found that our rules were broken/)
  await openView(page, 'Audit log')
  await expect(page.getByRole('article').filter({ hasText: 'resolved the report' }).first()).toBeVisible()
})

import type { Page } from '@playwright/test'
import { type Booked, bookSoon, read } from './booking.ts'
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
import { becomeOpenVet, vetName } from './provider.ts'

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

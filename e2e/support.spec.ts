import type { Locator, Page } from '@playwright/test'
import { clientAt } from '#/app/testing/people.ts'
import { makePdf } from '#/kernel/server/document.factory.ts'
import { openDesk, openView } from './desk.ts'
import { expect, expectAccessible, signUpByApi, test } from './fixture.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const bill = { name: 'bill.pdf', mimeType: 'application/pdf', buffer: makePdf() }

/** Makes a subject unique among the stories that run at the same time. */
const unique = (text: string) => `${text} ${test.info().project.name} ${Date.now()}`

async function writeTicket(page: Page, subject: string): Promise<void> {
  await page.goto('/help-support')
  await page.getByRole('main').getByRole('link', { name: 'New ticket' }).first().click()
  await expect(heading(page)).toHaveText('New ticket')
  await page.getByLabel('What’s it about?').selectOption('A booking')
  await page.getByLabel('Subject').fill(subject)
  await page.getByLabel('Your message').fill('Where do I find the bill of last week’s visit?')
}

/** Returns the number in a text like 'Thanks. Reference 1006' or 'Ticket 1006 · A booking'. */
const numberIn = async (words: Locator) => /\d{4,}/.exec((await words.textContent())!)![0]

/** Opens the desk's entry with this number. */
async function openAtDesk(page: Page, number: string): Promise<void> {
  await page.goto('/admin-dashboard?view=messages')
  await expect(page.getByRole('article').first()).toBeVisible()
  await page.getByLabel('Reference').fill(number)
  await expect(page.getByRole('article')).toHaveCount(1)
  await page.getByRole('article').getByRole('link').click()
}

async function clientOf(own: Page, at?: string) {
  const cookies = await own.context().cookies()
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  return clientAt(test.info().project.use.baseURL!, { cookie }, at)
}

/** Opens a ticket through the API. */
async function ticketOf(page: Page, subject: string) {
  const { support } = await clientOf(page)
  const message = 'Where do I find the bill of last week’s visit?'
  return support.openTicket({ topic: 'booking', subject, message })
}

/** Opens a ticket that support answers, and returns its number. */
async function answeredTicket(page: Page, desk: Page, subject: string): Promise<string> {
  const { admin } = await clientOf(desk, '/api/admin/rpc')
  const { id, number } = await ticketOf(page, subject)
  const { thread } = await admin.ticket({ id })
  await admin.answerTicket({ id, seen: thread.at(-1)!.id, text: 'Under Appointments, in the past ones.' })
  return String(number)
}

test('an owner opens a ticket with a file, an admin answers, and the bell shows it', async ({
  page,
  openWindow,
}) => {
  const subject = unique('The bill')
  await signUpByApi(page, 'Asha Verma')
  await writeTicket(page, subject)
  await page.locator('input[type=file]').setInputFiles(bill)
  await expect(page.getByText('bill.pdf')).toBeVisible()
  await expectAccessible(page)
  await button(page, 'Send ticket').click()
  await expect(heading(page)).toHaveText(subject)
  await expect(page.getByText('Waiting for us')).toBeVisible()
  await expect(
    page.getByText(/A person will answer by .+\. We’ll tell you in the bell and by email\./),
  ).toBeVisible()
  const sent = await page.request.get(
    (await page.getByRole('link', { name: /bill\.pdf/ }).getAttribute('href'))!,
  )
  expect([sent.status(), sent.headers()['content-type']]).toEqual([200, 'application/pdf'])
  await expectAccessible(page)

  const desk = await openWindow()
  await openDesk(desk, 'Nila')
  await desk.goto('/admin-dashboard')
  const waiting = desk
    .getByRole('tab', { name: /^Messages \d+\+?$/ })
    .or(desk.getByRole('option', { name: /^Messages \(\d+\+?\)$/ }))
  await expect(waiting).toBeAttached()
  await openView(desk, 'Messages')
  await expect(desk.getByRole('article').first()).toContainText('Safety')
  await expectAccessible(desk)
  await openAtDesk(desk, await numberIn(page.getByText(/^Ticket \d+ ·/)))
  await expect(heading(desk)).toHaveText(subject)
  await expect(desk.getByRole('link', { name: /bill\.pdf/ })).toBeVisible()
  await expect(desk.getByRole('link', { name: 'Asha Verma' })).toHaveAttribute('href', /view=users&user=/)
  await button(desk, 'Send answer').click()
  await expect(desk.getByText('Please write an answer.')).toBeVisible()
  await expectAccessible(desk)
  await desk.getByLabel('Answer').fill('Under Appointments, in the past ones.')
  await desk.getByRole('link', { name: '← All messages' }).click()
  await desk.goBack()
  await expect(desk.getByLabel('Answer')).toHaveValue('Under Appointments, in the past ones.')
  await button(desk, 'Send answer').click()
  await expect(desk.getByRole('listitem').filter({ hasText: 'Nila, support' })).toContainText(
    'in the past ones',
  )
  await expect(desk.getByLabel('Answer')).toHaveValue('')

  // The open ticket shows it without a reload.
  await expect(page.getByText('Under Appointments, in the past ones.')).toBeVisible()
  await page.goto('/about')
  const bell = page.getByRole('button', { name: /^Notifications/ })
  await expect(async () => {
    await page.reload()
    await expect(bell).toHaveAccessibleName('Notifications, 1 unread', { timeout: 2_000 })
  }).toPass()
  await bell.click()
  await page.getByRole('dialog', { name: 'Notifications', exact: true }).getByRole('link').click()
  await expect(page).toHaveURL(/\/help-support\?ticket=/)
  const answer = page.getByRole('listitem').filter({ hasText: 'Under Appointments' })
  await expect(answer).toContainText('Support')
  await expect(answer).not.toContainText('Nila')
  await expect(page.getByText('Answered', { exact: true })).toBeVisible()
  await expectAccessible(page)
})

test('an owner closes and reopens a ticket, support closes it, and the log records it', async ({
  page,
  openWindow,
}) => {
  const desk = await openWindow()
  await openDesk(desk, 'Nila')
  await signUpByApi(page, 'Tara Kulkarni')
  const number = await answeredTicket(page, desk, 'The bill')
  await page.goto('/help-support')
  await page.getByRole('main').getByRole('link', { name: 'My tickets' }).first().click()
  await expect(page.getByRole('article')).toContainText('Answered')
  await page.getByRole('article').getByRole('link').click()
  await button(page, 'Close ticket').click()
  await expect(page.getByText('You closed this ticket')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: '← My tickets' }).click()
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(page.getByRole('article')).toContainText('Closed')
  await expect(page.getByRole('article')).toContainText('Support: Under Appointments')
  await expectAccessible(page)
  await page.getByRole('article').getByRole('link').click()
  await page.getByLabel('What’s still open?').fill('It is not there.')
  await button(page, 'Open it again').click()
  await expect(page.getByText('Waiting for us')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'It is not there.' })).toBeVisible()
  await openAtDesk(desk, number)
  await button(desk, 'Close ticket').click()
  await expect(desk.getByRole('dialog')).toContainText('Nobody has answered the latest message.')
  await expectAccessible(desk)
  await desk.getByRole('dialog').getByRole('button', { name: 'Close ticket' }).click()
  await expect(heading(desk)).toBeFocused()
  await expect(desk.getByText('A closed ticket can’t be answered.')).toBeVisible()
  await openView(desk, 'Audit log')
  // Entries by other stories may be listed above it.
  await expect(
    desk.getByRole('article').filter({ hasText: `Nila closed the ticket: Ticket ${number}` }),
  ).toHaveCount(1)
})

test('an admin answers a visitor’s message by mail and notes a call', async ({ page, openWindow }) => {
  const question = unique('Do you have vets for parrots in Nashik?')
  const call = unique('Please call me about my grievance.')
  const visitor = await openWindow()
  const numbers: string[] = []
  for (const [words, way, value] of [
    [question, 'Email', 'leela@example.org'],
    [call, 'Phone', '+91 98450 12345'],
  ] as const) {
    await visitor.goto('/contact')
    await visitor.getByRole('link', { name: '+91 00000 04000' }).waitFor()
    await visitor.getByLabel('Your name').fill('Leela Krishnan')
    await visitor.getByLabel(way, { exact: true }).fill(value)
    await visitor.getByLabel('What’s it about?').selectOption('Something else')
    await visitor.getByLabel('Your message').fill(words)
    await visitor.getByRole('button', { name: 'Send message' }).click()
    numbers.push(await numberIn(visitor.getByRole('heading', { name: /^Thanks\. Reference \d+$/ })))
  }
  await openDesk(page, 'Ravi')
  await openAtDesk(page, numbers[0]!)
  await expect(page.getByText('We’ll email your answer to leela@example.org')).toBeVisible()
  await page.getByLabel('Answer').fill('Two of them, and both see birds.')
  await button(page, 'Send answer').click()
  await expect(heading(page)).toBeFocused()
  await expect(page.getByRole('listitem').filter({ hasText: 'Ravi, support' })).toContainText(
    'both see birds',
  )
  await expectAccessible(page)
  await page.goto('/outbox')
  const mail = page.getByRole('listitem').filter({ hasText: `Re: Something else (${numbers[0]})` })
  await expect(async () => {
    await page.reload()
    await expect(mail).toContainText('to leela@example.org', { timeout: 2_000 })
  }).toPass()
  await expect(mail).toContainText('Two of them, and both see birds.')
  await expect(mail).toContainText(question)

  await openAtDesk(page, numbers[1]!)
  await expect(page.getByRole('link', { name: '+91 98450 12345' })).toHaveAttribute(
    'href',
    'tel:+919845012345',
  )
  await expectAccessible(page)
  await button(page, 'Mark as answered').click()
  await expect(page.getByText('Answered in another way.')).toBeVisible()
  await page.getByRole('link', { name: '← All messages' }).click()
  await page.getByLabel('Show').selectOption('Answered and closed')
  await expect(page.getByRole('article').filter({ hasText: call })).toBeVisible()
  await expectAccessible(page)
})

test('an idle desk sends no requests that would extend its session', async ({ page, openWindow }) => {
  const owner = await openWindow()
  await signUpByApi(owner, 'Asha Verma')
  await openDesk(page, 'Tara')
  const subject = unique('A bill for nobody')
  const { number } = await ticketOf(owner, subject)
  await openAtDesk(page, String(number))
  await expect(heading(page)).toHaveText(subject)
  await page.clock.install()
  await page.reload()
  await expect(heading(page)).toHaveText(subject)
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.clock.fastForward('10:00')
  await page.waitForLoadState('networkidle')
  expect(asked.filter((path) => !path.endsWith('/me'))).toEqual([])
  const fresh = page.waitForRequest(/\/admin\/ticket/)
  await page.mouse.move(200, 200)
  await fresh
})

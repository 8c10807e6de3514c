import type { Page } from '@playwright/test'
import { makePdf } from '#/kernel/server/document.factory.ts'
import { openDesk } from './desk.ts'
import { expect, expectAccessible, signUpByApi, test } from './fixture.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const bill = { name: 'bill.pdf', mimeType: 'application/pdf', buffer: makePdf() }

/** Told apart from what other stories write meanwhile. */
const unique = (text: string) => `${text} ${test.info().project.name} ${Date.now()}`

async function writeTicket(page: Page, subject: string): Promise<void> {
  await page.goto('/help-support')
  await page.getByRole('main').getByRole('link', { name: 'New ticket' }).first().click()
  await expect(heading(page)).toHaveText('New ticket')
  await page.getByLabel('What is it about?').selectOption('A booking')
  await page.getByLabel('Subject').fill(subject)
  await page.getByLabel('Your message').fill('Where do I find the bill of last week’s visit?')
}

/** Opens what waits at the desk and carries these words. */
async function openAtDesk(page: Page, words: string): Promise<void> {
  await page.goto('/admin-dashboard?view=messages')
  const line = page.getByRole('article').filter({ hasText: words })
  const more = button(page, 'Show more')
  await expect(page.getByRole('article').first()).toBeVisible()
  // Others have waited longer: it may stand on a later page.
  while (!(await line.isVisible()) && (await more.isVisible())) {
    const shown = await page.getByRole('article').count()
    await more.click()
    await expect.poll(() => page.getByRole('article').count()).toBeGreaterThan(shown)
  }
  await line.getByRole('link').click()
}

test('an owner asks with a file, an admin answers, the bell tells of it, and the owner closes and opens it again', async ({
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
  await expect(page.getByText(/A person answers by .+\. The bell and a mail tell you\./)).toBeVisible()
  const sent = await page.request.get(
    (await page.getByRole('link', { name: /bill\.pdf/ }).getAttribute('href'))!,
  )
  expect([sent.status(), sent.headers()['content-type']]).toEqual([200, 'application/pdf'])
  await expectAccessible(page)

  const desk = await openWindow()
  await openDesk(desk, 'Nila')
  await desk.goto('/admin-dashboard')
  await expect(desk.getByRole('tab', { name: /^Messages \d+\+?$/ })).toBeVisible()
  await desk.getByRole('tab', { name: /^Messages/ }).click()
  await expect(desk.getByRole('article').first()).toContainText('Safety')
  await expectAccessible(desk)
  await openAtDesk(desk, subject)
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

  await button(page, 'Close ticket').click()
  await expect(page.getByText('You closed this ticket')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: '← My tickets' }).click()
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(page.getByRole('article')).toContainText('Closed')
  await expect(page.getByRole('article')).toContainText('Support: Under Appointments')
  await expectAccessible(page)
  await page.getByRole('article').getByRole('link').click()
  await page.getByLabel('What is still open?').fill('It is not there.')
  await button(page, 'Open it again').click()
  await expect(page.getByText('Waiting for us')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'It is not there.' })).toBeVisible()
  await openAtDesk(desk, subject)
  await button(desk, 'Close ticket').click()
  await expect(desk.getByRole('dialog')).toContainText('Nobody has answered what was written last.')
  await expectAccessible(desk)
  await desk.getByRole('dialog').getByRole('button', { name: 'Close ticket' }).click()
  await expect(heading(desk)).toBeFocused()
  await expect(desk.getByText('A closed ticket is not answered.')).toBeVisible()
  await desk.getByRole('tab', { name: 'Audit log' }).click()
  await expect(desk.getByRole('article').first()).toContainText(/Nila closed the ticket: Ticket \d+/)
})

test('what is missing is named, and what was typed is there again after a look elsewhere', async ({
  page,
}) => {
  await signUpByApi(page, 'Ravi Kumar')
  await page.goto('/help-support?ticket=new')
  await button(page, 'Send ticket').click()
  await expect(page.getByLabel('What is it about?')).toBeFocused()
  await expect(page.getByText('Please say in a few words what it is about.')).toBeVisible()
  await expect(page.getByText('Please write at least 20 characters.')).toBeVisible()
  await page
    .locator('input[type=file]')
    .setInputFiles({ ...bill, name: 'run.exe', mimeType: 'application/x-msdownload' })
  await expect(page.getByText('Please choose a PDF, or a JPG, PNG or WebP picture.')).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Subject').fill('Half a question')
  await page.locator('input[type=file]').setInputFiles(bill)
  await page.getByRole('link', { name: '← My tickets' }).click()
  await expect(page.getByText('You have not asked us anything yet.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('main').getByRole('link', { name: 'New ticket' }).click()
  await expect(page.getByLabel('Subject')).toHaveValue('Half a question')
  await expect(page.getByText('bill.pdf')).toBeVisible()
})

test('a ticket that did not go out stays in the form and is sent once when it does', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/Failed to load resource/)
  const subject = unique('A lost network')
  await signUpByApi(page, 'Zoya Ali')
  await writeTicket(page, subject)
  await page.route('**/rpc/support/openTicket', (route) => route.abort())
  await button(page, 'Send ticket').click()
  await expect(page.getByRole('main').getByRole('alert')).toHaveText('That was not sent. Please try again.')
  await page.unroute('**/rpc/support/openTicket')
  await button(page, 'Send ticket').click()
  await expect(heading(page)).toHaveText(subject)
  await page.getByRole('link', { name: '← My tickets' }).click()
  await expect(page.getByRole('article')).toHaveCount(1)
})

test('a ticket is for the signed-in: a visitor logs in first, and nobody opens another’s', async ({
  page,
  openWindow,
  expectConsole,
}) => {
  expectConsole(/404/)
  await page.goto('/help-support?ticket=all')
  await expect(page).toHaveURL('/login')
  const other = await openWindow()
  await signUpByApi(other, 'Kiran Rao')
  await writeTicket(other, unique('Mine alone'))
  await button(other, 'Send ticket').click()
  await expect(other.getByText('Waiting for us')).toBeVisible()
  await signUpByApi(page, 'Omar Khan')
  await page.goto('/dashboard')
  await expect(page.getByRole('link', { name: 'Continue: Help & Support' })).toBeVisible()
  await page.goto(other.url())
  await expect(heading(page)).toHaveText('This ticket is not here')
  await expectAccessible(page)
})

test('a visitor’s message is answered by mail from the desk, and a call is noted', async ({
  page,
  openWindow,
}) => {
  const question = unique('Do you have vets for parrots in Nashik?')
  const call = unique('Please call me about my grievance.')
  const visitor = await openWindow()
  for (const [words, way, value] of [
    [question, 'E-mail', 'leela@example.org'],
    [call, 'Phone', '+91 98450 12345'],
  ] as const) {
    await visitor.goto('/contact')
    await visitor.getByRole('link', { name: '+91 00000 04000' }).waitFor()
    await visitor.getByLabel('Your name').fill('Leela Krishnan')
    await visitor.getByLabel(way, { exact: true }).fill(value)
    await visitor.getByLabel('What is it about?').selectOption('Something else')
    await visitor.getByLabel('Your message').fill(words)
    await visitor.getByRole('button', { name: 'Send message' }).click()
    await expect(visitor.getByRole('heading', { name: /^Thanks\. Reference \d+$/ })).toBeVisible()
  }
  await openDesk(page, 'Ravi')
  await openAtDesk(page, question)
  await expect(page.getByText('Mailed to leela@example.org')).toBeVisible()
  await page.getByLabel('Answer').fill('Two of them, and both see birds.')
  await button(page, 'Send answer').click()
  await expect(heading(page)).toBeFocused()
  await expect(page.getByRole('listitem').filter({ hasText: 'Ravi, support' })).toContainText(
    'both see birds',
  )
  await expectAccessible(page)
  await page.goto('/outbox')
  const mail = page.getByRole('listitem').filter({ hasText: 'both see birds' })
  await expect(async () => {
    await page.reload()
    await expect(mail).toContainText('to leela@example.org', { timeout: 2_000 })
  }).toPass()
  await expect(mail).toContainText(question)

  await openAtDesk(page, call)
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

import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { refreshSession } from '#/accounts/web/index.ts'
import { expectAccessible } from '#/app/testing/browser/accessible.ts'
import { answer, lose, refuse } from '#/app/testing/browser/answers.ts'
import { answerDashboard } from '#/app/testing/browser/dashboard.ts'
import { fileInput, textFile } from '#/app/testing/browser/files.ts'
import { made, newId } from '#/app/testing/browser/made.ts'
import { address, openPage } from '#/app/testing/browser/open-page.tsx'
import { signIn } from '#/app/testing/browser/people.ts'
import { supportContract } from '#/support/contract.ts'
import { threadSchema, ticketRow, ticketSchema } from '#/support/tickets.ts'

const main = page.getByRole('main')
const button = (name: string) => page.getByRole('button', { name, exact: true })
const title = page.getByRole('heading', { level: 1 })
const bill = () => new File(['%PDF-1.4 a bill'], 'bill.pdf', { type: 'application/pdf' })

test('missing fields are named, and typed text survives a visit to another page', async () => {
  signIn('Ravi Kumar')
  answer(supportContract.bookings, { bookings: [], orders: [] })
  answer(supportContract.tickets, { rows: [], nextCursor: null })
  await openPage('/help-support?ticket=new')
  await button('Send ticket').click()
  await expect.element(page.getByLabelText('What’s it about?')).toHaveFocus()
  await expect.element(page.getByText('Please say in a few words what it’s about.')).toBeVisible()
  await expect.element(page.getByText('Please write at least 20 characters.')).toBeVisible()
  await fileInput().upload(textFile('run.exe', 'application/x-msdownload'))
  await expect.element(page.getByText('Please choose a PDF, or a JPG, PNG or WebP picture.')).toBeVisible()
  await expectAccessible()
  await page.getByLabelText('Subject').fill('Half a question')
  await fileInput().upload(bill())
  await expect.element(page.getByText('bill.pdf')).toBeVisible()
  await page.getByRole('link', { name: '← My tickets' }).click()
  await expect.element(page.getByText('You haven’t asked us anything yet.')).toBeVisible()
  await expectAccessible()
  await main.getByRole('link', { name: 'New ticket' }).click()
  await expect.element(page.getByLabelText('Subject')).toHaveValue('Half a question')
  await expect.element(page.getByText('bill.pdf')).toBeVisible()
})

test('a ticket that fails to send stays in the form and is sent once on retry', async () => {
  signIn('Zoya Ali')
  answer(supportContract.bookings, { bookings: [], orders: [] })
  await openPage('/help-support?ticket=new')
  await page.getByLabelText('What’s it about?').selectOptions('A booking')
  await page.getByLabelText('Subject').fill('A lost network')
  await page.getByLabelText('Your message').fill('Where do I find the bill of last week’s visit?')
  lose(supportContract.openTicket)
  await button('Send ticket').click()
  await expect
    .element(main.getByRole('alert'))
    .toHaveTextContent(/^We couldn’t send that\. Please try again\.$/)
  const id = newId()
  const sent = answer(supportContract.openTicket, { id, number: 1006 })
  answer(
    supportContract.ticket,
    made(ticketSchema, {
      id,
      subject: 'A lost network',
      thread: [made(threadSchema.element, { text: 'Where do I find the bill?' })],
    }),
  )
  await button('Send ticket').click()
  await expect.element(title).toHaveTextContent(/^A lost network$/)
  expect(sent.inputs).toHaveLength(1)
})

test('a visitor logs in before opening a ticket, and a missing one is said to be', async () => {
  await openPage('/help-support?ticket=all')
  await expect.poll(address).toBe('/login')
  signIn('Omar Khan')
  answerDashboard()
  await refreshSession()
  await expect.element(page.getByRole('link', { name: 'Continue: Help & Support' })).toBeVisible()
  refuse(supportContract.ticket, 'request.not_found')
  await openPage(`/help-support?ticket=${newId()}`)
  await expect.element(title).toHaveTextContent(/^We couldn’t find this ticket$/)
  await expectAccessible()
})

test('a list shows each ticket’s state and the latest answer', async () => {
  signIn('Tara Kulkarni')
  answer(supportContract.tickets, {
    rows: [
      made(ticketRow, {
        subject: 'The bill',
        status: 'closed',
        lastAnswer: { text: 'Under Appointments, in the past ones.', at: new Date('2026-11-01T06:30:00Z') },
      }),
    ],
    nextCursor: null,
  })
  await openPage('/help-support?ticket=all')
  await expect.element(main.getByRole('article')).toHaveTextContent('Closed')
  await expect.element(main.getByRole('article')).toHaveTextContent('Support: Under Appointments')
  await expectAccessible()
})

import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '#/app/testing/browser/accessible.ts'
import { answer, lose } from '#/app/testing/browser/answers.ts'
import { openPage, visit } from '#/app/testing/browser/open-page.tsx'
import { signIn } from '#/app/testing/browser/people.ts'
import { ownersContract } from '#/owners/contract.ts'
import { supportContract } from '#/support/contract.ts'

const question = 'Bruno’s visit is on Monday. May I bring his brother too?'
const send = page.getByRole('button', { name: 'Send message' })
const thanks = page.getByRole('heading', { name: /^Thanks\. Reference \d+$/ })

beforeEach(() => {
  answer(supportContract.operator, {
    name: 'Pawfolk',
    email: null,
    phone: '+91 00000 04000',
    whatsapp: { number: '+910000004001', url: 'https://wa.me/910000004001' },
    address: null,
    hours: null,
    grievanceOfficer: null,
  })
})

async function writeMessage(): Promise<void> {
  await page.getByLabelText('What’s it about?').selectOptions('A booking')
  await page.getByLabelText('Your message').fill(question)
}

test('a visitor writes a message and gets a reference', async () => {
  await openPage('/contact')
  await expect.element(page.getByRole('link', { name: '+91 00000 04000' })).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: '+910000004001' }))
    .toHaveAttribute('href', 'https://wa.me/910000004001')
  await expectAccessible()
  await page.getByLabelText('Your name').fill('Asha Verma')
  await page.getByLabelText('Email', { exact: true }).fill('asha@example.org')
  await writeMessage()
  const sent = answer(supportContract.sendMessage, { reference: 1006 })
  await send.click()
  await expect.element(thanks).toHaveFocus()
  await expectAccessible()
  expect(sent.inputs).toMatchObject([
    { name: 'Asha Verma', email: 'asha@example.org', topic: 'booking', message: question },
  ])
  await page.getByRole('button', { name: 'Send another message' }).click()
  await expect.element(page.getByLabelText('Your message')).toHaveValue('')
})

test('missing fields are named, the first is focused, and a correction clears its error at once', async () => {
  await openPage('/contact')
  await send.click()
  await expect.element(page.getByLabelText('Your name')).toHaveFocus()
  const missing = page.getByText('Please give an email address or a phone number.')
  await expect.element(missing).toBeVisible()
  await expect.element(page.getByText('Please write at least 20 characters.')).toBeVisible()
  await expectAccessible()
  await page.getByLabelText('Phone', { exact: true }).fill('+91 98450 12345')
  await expect.element(missing).not.toBeInTheDocument()
})

test('a message that fails to send survives a visit to another page until it is sent', async () => {
  await openPage('/contact')
  await page.getByLabelText('Your name').fill('Asha Verma')
  await page.getByLabelText('Phone', { exact: true }).fill('+91 98450 12345')
  await writeMessage()
  lose(supportContract.sendMessage)
  await send.click()
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent(/^We couldn’t send your message\. Please try again\.$/)
  await visit('/services')
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent(/^Services/)
  await visit('/contact')
  await expect.element(page.getByLabelText('Your message')).toHaveValue(question)
  answer(supportContract.sendMessage, { reference: 1007 })
  await send.click()
  await expect.element(thanks).toBeVisible()
})

test('a logged-in user needn’t enter a name or an email', async () => {
  const asha = signIn('Asha Verma')
  answer(ownersContract.profile, {
    fullName: 'Asha Verma',
    phoneNumber: null,
    address: null,
    city: null,
    emergencyContactName: null,
    emergencyContactPhone: null,
  })
  await openPage('/contact')
  await expect.element(page.getByLabelText('Your name')).toHaveValue(asha.name)
  await expect.element(page.getByLabelText('Email', { exact: true })).toHaveValue(asha.email!)
  await writeMessage()
  answer(supportContract.sendMessage, { reference: 1008 })
  await send.click()
  await expect.element(thanks).toBeVisible()
})

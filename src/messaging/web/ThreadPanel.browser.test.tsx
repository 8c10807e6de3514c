import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { accountsContract } from '#/accounts/contract.ts'
import { expectAccessible } from '#/app/testing/browser/accessible.ts'
import { answer, holdBack, lose, refuse } from '#/app/testing/browser/answers.ts'
import { fileInput, pictureFile } from '#/app/testing/browser/files.ts'
import { newId } from '#/app/testing/browser/made.ts'
import { address, openPage } from '#/app/testing/browser/open-page.tsx'
import { signIn } from '#/app/testing/browser/people.ts'
import { appointmentsContract } from '#/appointments/contract.ts'
import { makeBooking, pageOf } from '#/appointments/web/appointment.factory.ts'
import { messagingContract } from '#/messaging/contract.ts'
import { sittingContract } from '#/sitting/contract.ts'
import { keepThread, makeMessage } from './thread.factory.ts'

const vetName = 'Dr. Leela Menon'
const thread = page.getByRole('dialog', { name: vetName })
const field = thread.getByLabelText(`Message to ${vetName}`)
const log = page.getByRole('log', { name: 'Messages' })
const sendButton = thread.getByRole('button', { name: 'Send', exact: true })
const link = page.getByRole('link', { name: new RegExp(`^Message ${vetName}`) })

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-02T12:00:00+05:30') })
  signIn('Asha Verma')
  answer(appointmentsContract.kinds, { trades: ['veterinary'] })
  answer(appointmentsContract.appointments, pageOf())
  answer(sittingContract.meetGreets, pageOf())
})
afterEach(() => {
  vi.useRealTimers()
})

/** Opens the thread of the only card. */
async function openThread(kept: ReturnType<typeof keepThread>): Promise<void> {
  const { id, startsAt } = kept.booking
  answer(
    appointmentsContract.appointments,
    pageOf(makeBooking({ id, startsAt: startsAt as Date, status: 'confirmed' })),
  )
  await openPage('/appointments')
  await link.click()
  await expect.element(field).toHaveFocus()
}

test('somebody without a name is asked for it with their first message, which then goes out', async () => {
  signIn('', { email: 'asha@example.org', setup: 'name' })
  const kept = keepThread()
  await openThread(kept)
  const refused = refuse(messagingContract.send, 'request.name_needed')
  await field.fill('He limps.')
  await sendButton.click()
  const asking = page.getByRole('dialog', { name: 'What’s your name?' })
  const name = asking.getByLabelText('Your name')
  await expect.element(name).toHaveFocus()
  await expectAccessible()
  await userEvent.keyboard('{Escape}')
  await expect.element(asking).not.toBeInTheDocument()
  await thread.getByRole('button', { name: 'Retry' }).click()
  const go = asking.getByRole('button', { name: 'Save and send' })
  await go.click()
  await expect.element(asking.getByText('Please enter your name')).toBeVisible()
  const named = answer(accountsContract.changeProfile, () => {
    signIn('Asha Verma')
  })
  const sent = makeMessage(1, 'He limps.', { isMine: true })
  const delivered = answer(messagingContract.send, sent)
  kept.thread.messages.push(sent)
  await name.fill(' Asha Verma ')
  await go.click()
  await expect.element(asking).not.toBeInTheDocument()
  await expect.element(log.getByText('He limps.')).toBeVisible()
  expect(named.inputs).toEqual([{ name: 'Asha Verma' }])
  expect(new Set([...refused.keys, ...delivered.keys]).size).toBe(1)
})

test('a message isn’t sent if its writer doesn’t want to give a name', async () => {
  signIn('', { email: 'asha@example.org', setup: 'name' })
  await openThread(keepThread())
  refuse(messagingContract.send, 'request.name_needed')
  await field.fill('He limps.')
  await sendButton.click()
  await page
    .getByRole('dialog', { name: 'What’s your name?' })
    .getByRole('button', { name: 'Cancel' })
    .click()
  await expect.element(thread.getByText('Please tell us your name first')).toBeVisible()
  await expect.element(thread.getByText('He limps.')).toBeVisible()
})

test('an owner writes about a visit with a picture, and going back closes the thread', async () => {
  const kept = keepThread()
  await openThread(kept)
  await expect.element(thread.getByText('No messages yet')).toBeVisible()
  await expectAccessible()
  await fileInput(thread.element()).upload([await pictureFile('paw.jpg'), await pictureFile('other-paw.jpg')])
  await thread.getByRole('button', { name: 'Remove other-paw.jpg' }).click()
  await field.fill('He limps.\nSince Sunday.')
  const sent = makeMessage(1, 'He limps.\nSince Sunday.', {
    isMine: true,
    pictures: [{ id: newId(), url: '/portraits/bruno.svg', width: 64, height: 48 }],
  })
  const letGo = holdBack(messagingContract.send, sent)
  await sendButton.click()
  await expect.element(thread.getByRole('progressbar', { name: 'Sending pictures' })).toBeVisible()
  kept.thread.messages.push(sent)
  letGo()
  await expect.element(log.getByText('He limps.')).toBeVisible()
  await expect.poll(() => log.getByText('Sending').elements().length).toBe(0)
  await expect.element(thread.getByRole('heading', { name: 'Today' })).toBeVisible()
  expect(log.getByRole('img').elements()).toHaveLength(1)
  history.back()
  await expect.element(thread).not.toBeInTheDocument()
  expect(address()).toBe('/appointments')
})

test('a message that fails is marked and sent once on retry, and a draft survives closing', async () => {
  const kept = keepThread()
  await openThread(kept)
  await field.fill('Not finished')
  await userEvent.keyboard('{Escape}')
  await expect.element(thread).not.toBeInTheDocument()
  await expect.element(link).toHaveFocus()
  await link.click()
  await expect.element(field).toHaveValue('Not finished')

  const lost = lose(messagingContract.send)
  await sendButton.click()
  await expect.element(thread.getByRole('alert')).toHaveTextContent('Not sent.')
  await expect.element(field).toHaveValue('')
  await expectAccessible()
  expect(lost.inputs).toHaveLength(1)
  const sent = makeMessage(1, 'Not finished', { isMine: true })
  const letGo = holdBack(messagingContract.send, sent)
  await thread.getByRole('button', { name: 'Retry' }).click()
  await expect.element(thread.getByText('Sending…')).toBeVisible()
  kept.thread.messages.push(sent)
  letGo()
  await expect.element(thread.getByText('Sending…')).not.toBeInTheDocument()
  expect(thread.getByText('Not finished').elements()).toHaveLength(1)
})

test('a phone number in a message before the visit is confirmed brings a warning and can be sent', async () => {
  const kept = keepThread([], { phase: 'asked' })
  await openThread(kept)
  await field.fill('Call me on 98450 12345')
  await sendButton.click()
  await expect
    .element(thread.getByRole('alert'))
    .toHaveTextContent('Please don’t share contact details until the booking is confirmed')
  await expectAccessible()
  await userEvent.keyboard('{Enter}')
  await expect.element(field).toHaveFocus()
  await expect.element(field).toHaveValue('Call me on 98450 12345')
  expect(kept.sent).toEqual([])
  await sendButton.click()
  await thread.getByRole('button', { name: 'Send anyway' }).click()
  await expect.element(log.getByText('98450 12345')).toBeVisible()
  expect(kept.sent).toMatchObject([{ text: 'Call me on 98450 12345' }])
})

test('a user reports a message, blocks its writer and unblocks them', async () => {
  const said = makeMessage(1, 'Pay me first.')
  const { booking } = keepThread([said])
  const { inputs: reports } = answer(messagingContract.report)
  await openPage(`/appointments?messages=${booking.id}`)
  await thread.getByRole('button', { name: /^Report the message from/ }).click()
  const asking = page.getByRole('dialog', { name: 'Report this message?' })
  await asking.getByLabelText('Reason').fill('Wants money outside')
  await asking.getByRole('button', { name: 'Report' }).click()
  await expect
    .element(page.getByText('Thank you. We’ll look into it, and tell you the outcome.'))
    .toBeVisible()
  expect(reports).toEqual([{ bookingId: booking.id, messageId: said.id, reason: 'Wants money outside' }])

  await thread.getByRole('button', { name: `More about ${vetName}` }).click()
  await page.getByRole('menuitem', { name: `Block ${vetName}` }).click()
  const sure = page.getByRole('dialog', { name: `Block ${vetName}?` })
  await sure.getByRole('button', { name: 'Block' }).click()
  await expect.element(thread.getByText('You’ve blocked this person.')).toBeVisible()
  // Opened anew, no toast covers a part of it.
  await openPage(`/appointments?messages=${booking.id}`)
  await expect.element(thread.getByText('You’ve blocked this person.')).toBeVisible()
  await expectAccessible()
  await thread.getByRole('button', { name: `Unblock ${vetName}` }).click()
  await expect.element(field).toBeVisible()
})

test('a person who was blocked is told that they can no longer write', async () => {
  const { booking } = keepThread()
  answer(messagingContract.thread, {
    booking,
    isBlocked: false,
    isOut: true,
    unread: 0,
    rows: [],
    nextCursor: null,
  })
  await openPage(`/appointments?messages=${booking.id}`)
  await expect.element(thread.getByText('You can no longer write here.')).toBeVisible()
  expect(field.elements()).toHaveLength(0)
})

test('a reader of older messages keeps their place, sees that new ones arrived, and can load earlier ones', async () => {
  const all = Array.from({ length: 45 }, (_, at) => makeMessage(at + 1, `Number ${at + 1}`))
  const kept = keepThread(all)
  await openPage(`/appointments?messages=${kept.booking.id}`)
  const said = (number: number) => log.getByText(`Number ${number}`, { exact: true })
  await expect.element(said(45)).toBeInViewport()
  const earlier = log.getByRole('button', { name: 'Show earlier messages' })
  await earlier.click()
  await expect.element(said(1)).toBeInTheDocument()
  await expect.element(earlier).not.toBeInTheDocument()
  said(3).element().scrollIntoView({ block: 'center', behavior: 'instant' })
  const before = said(3).element().getBoundingClientRect().top

  const news = page.getByRole('button', { name: 'New messages' })
  kept.thread.messages.push(makeMessage(46, 'Something new'))
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  await expect.element(news).toBeVisible()
  expect(Math.abs(said(3).element().getBoundingClientRect().top - before)).toBeLessThan(2)
  await expectAccessible()
  await news.click()
  await expect.element(log.getByText('Something new')).toBeInViewport()
  await expect.element(news).not.toBeInTheDocument()
  await expect.poll(() => kept.read.at(-1)?.upTo).toBe(46)
})

test('messages about a visit long ago are readable and say why they are closed', async () => {
  const { booking } = keepThread([makeMessage(1, 'He is well again.')], {
    phase: 'done',
    startsAt: new Date('2026-10-23T12:00:00+05:30'),
    endsAt: new Date('2026-10-23T12:30:00+05:30'),
  })
  await openPage(`/appointments?tab=past&messages=${booking.id}`)
  await expect.element(thread.getByText('The appointment is over.')).toBeVisible()
  await expect.element(log.getByText('He is well again.')).toBeVisible()
  refuse(messagingContract.thread, 'request.not_found')
  await openPage(`/appointments?messages=${newId()}`)
  await expect.element(page.getByRole('dialog').getByText('There are no messages here')).toBeVisible()
})

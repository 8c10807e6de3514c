import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openWorld } from '#/app/testing/world.ts'
import type { MailRequested } from '#/kernel/server/mail-events.ts'
import { readOutbox } from '#/kernel/server/outbox.ts'

const world = await openWorld({ CONTACT_EMAIL: 'care@pets.example', PRODUCT_NAME: 'Pets of Pune' })

const message = {
  name: 'Asha Verma',
  email: 'asha@example.org',
  topic: 'booking' as const,
  message: 'Bruno’s visit is on Monday.\nMay I bring his brother too?',
}

async function mails(): Promise<MailRequested['data'][]> {
  const { rows } = await sql<{ mail: MailRequested['data'] }>`
    select data -> 'data' as mail from jobs.job where name = 'mail' order by created_on, id
  `.execute(world.db)
  return rows.map(({ mail }) => mail)
}

test('a message from the contact page is mailed to the operator, and a reply goes to its sender', async () => {
  const { reference } = await world.visitor.support.sendMessage({ ...message, phone: '+91 98450 12345' })
  const [mail] = (await mails()).slice(-1)
  expect(mail).toMatchObject({
    to: 'care@pets.example',
    subject: `A booking (${reference})`,
    replyTo: 'asha@example.org',
  })
  expect(mail).not.toHaveProperty('isUrgent')
  for (const part of ['Asha Verma', '+91 98450 12345', `Reference: ${reference}`, message.message])
    expect(mail!.text).toContain(part)
  await world.app.jobs.deliverEvents(world.clock.now)
  const [written] = await readOutbox(world.dataDir, 1)
  expect(written).toMatchObject({ to: 'care@pets.example', replyTo: 'asha@example.org' })
  expect(written!.text).toMatch(/\/admin-dashboard\?view=messages&message=[0-9a-f-]{36}$/)
})

test('messages about safety are marked as urgent', async () => {
  await world.visitor.support.sendMessage({ ...message, topic: 'safety' })
  expect((await mails()).at(-1)).toMatchObject({
    subject: expect.stringMatching(/^URGENT: Safety of an animal or a person \(\d+\)$/),
    isUrgent: true,
  })
})

test('if the sender gave only a phone number, the mail has no reply address', async () => {
  await world.visitor.support.sendMessage({ ...message, email: null, phone: '+91 98450 12345' })
  const mail = (await mails()).at(-1)!
  expect(mail).not.toHaveProperty('replyTo')
  expect(mail.text).toContain('Phone: +91 98450 12345')
})

test('a message sent twice with one key, even at once, is mailed once', async () => {
  const before = (await mails()).length
  const send = () =>
    world.visitor.support.sendMessage(message, { context: { key: 'sent-by-a-double-click' } })
  const answers = await Promise.all([send(), send(), send()])
  expect(new Set(answers.map(({ reference }) => reference)).size).toBe(1)
  expect(await mails()).toHaveLength(before + 1)
})

test('messages from machines and refused messages are not mailed', async () => {
  const before = (await mails()).length
  await world.visitor.support.sendMessage({ ...message, website: 'https://spam.example' })
  await expect(world.visitor.support.sendMessage({ ...message, name: ' ' })).rejects.toMatchObject({
    status: 400,
  })
  expect(await mails()).toHaveLength(before)
})

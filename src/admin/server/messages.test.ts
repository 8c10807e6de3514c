import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { openDesk } from '#/app/testing/desk.ts'
import { mondayMorning, openWorld, type Person } from '#/app/testing/world.ts'
import { makePdf } from '#/kernel/server/document.factory.ts'
import type { MailRequested } from '#/kernel/server/mail-events.ts'

const world = await openWorld({ CONTACT_EMAIL: 'care@pets.example', PRODUCT_NAME: 'Pets of Pune' })
const { db, clock } = world
const asha = await openDesk(world, 'asha')
const ravi = await openDesk(world, 'ravi', 'support')
afterEach(async () => {
  expect(await world.findBrokenInvariants()).toEqual([])
})

const tick = () => {
  clock.now = new Date(clock.now.getTime() + 60_000)
}
const deliver = () => world.app.jobs.deliverEvents(clock.now)
const question = {
  topic: 'booking' as const,
  subject: 'Bruno’s bill',
  message: 'Where do I find the bill of last week?',
}

async function opened({ call }: Person, given = {}) {
  tick()
  const { id } = await call.support.openTicket({ ...question, ...given })
  return asha.call.ticket({ id })
}

async function written(given = {}) {
  tick()
  const message = {
    name: 'Nila',
    email: 'nila@example.org',
    topic: 'other' as const,
    message: 'Do you have a shop in Pune?',
  }
  const { reference } = await world.visitor.support.sendMessage({ ...message, ...given })
  const [row] = (await asha.call.messages({ number: reference })).rows
  return row!
}

async function mailsTo(address: string): Promise<MailRequested['data'][]> {
  const { rows } = await sql<{ mail: MailRequested['data'] }>`
    select data -> 'data' as mail from jobs.job where name = 'mail' and data -> 'data' ->> 'to' = ${address}
    order by created_on, id
  `.execute(db)
  return rows.map(({ mail }) => mail)
}

const seenOf = ({ thread }: { thread: { id: string }[] }) => thread.at(-1)!.id
const bellOf = async ({ call }: Person) => (await call.notifications.list({})).rows
const fulfilled = (all: PromiseSettledResult<unknown>[]) =>
  all.filter(({ status }) => status === 'fulfilled').length
const reasons = (all: PromiseSettledResult<unknown>[]) =>
  all.flatMap((one) => (one.status === 'rejected' ? [(one.reason as { code: string }).code] : []))

test('messages and tickets share one queue: safety first, then the longest wait', async () => {
  const zoya = await world.signUp('zoya')
  const first = await written()
  const second = await opened(zoya)
  const third = await written({ message: 'And a third question, of somebody else.' })
  const urgent = await opened(zoya, { topic: 'safety', subject: 'He was hit' })
  const worse = await written({ topic: 'safety', message: 'A dog is locked in a car right now.' })
  const { rows } = await ravi.call.messages({})
  expect(rows.map(({ id }) => id)).toEqual([urgent.id, worse.id, first.id, second.id, third.id])
  expect(rows[0]).toMatchObject({
    kind: 'ticket',
    title: 'He was hit',
    name: 'zoya',
    userId: zoya.userId,
    isWaiting: true,
  })
  expect(rows[1]).toMatchObject({
    kind: 'message',
    name: 'Nila',
    userId: null,
    title: 'A dog is locked in a car right now.',
  })
  for (const { kind, id } of rows) {
    if (kind === 'message') await asha.call.markAnswered({ id })
    else await asha.call.closeTicket({ id, seen: seenOf(await asha.call.ticket({ id })) })
  }
  expect((await ravi.call.messages({})).rows).toEqual([])
  expect((await ravi.call.messages({ show: 'done' })).rows.map(({ id }) => id).sort()).toEqual(
    rows.map(({ id }) => id).sort(),
  )
})

test('support answers a ticket: its owner is told by bell and mail, but not who answered', async () => {
  const tara = await world.signUp('tara')
  const file = new File([new Uint8Array(makePdf())], 'bill.pdf', { type: 'application/pdf' })
  const ticket = await opened(tara, { files: [file] })
  expect((await fetch(new URL(ticket.thread[0]!.files[0]!.url, world.url))).status).toBe(200)
  tick()
  await ravi.call.answerTicket({
    id: ticket.id,
    seen: seenOf(ticket),
    text: 'Under Appointments, in the past ones.',
  })
  await deliver()
  const [told] = await bellOf(tara)
  expect(told).toMatchObject({
    type: 'ticket_answered',
    title: 'Support has answered: Bruno’s bill',
    message: 'Under Appointments, in the past ones.',
    href: `/help-support?ticket=${ticket.id}`,
  })
  expect(await mailsTo(tara.email)).toMatchObject([{ subject: 'Help and support: Answers from support' }])
  const own = await tara.call.support.ticket({ id: ticket.id })
  expect(own).toMatchObject({ status: 'answered', thread: [{ by: 'user' }, { by: 'support' }] })
  expect(JSON.stringify(own)).not.toContain('ravi')
  expect((await asha.call.ticket({ id: ticket.id })).thread.at(-1)).toMatchObject({
    by: 'support',
    name: 'ravi',
  })
  expect((await tara.call.support.tickets({})).rows).toMatchObject([
    { status: 'answered', lastAnswer: { text: 'Under Appointments, in the past ones.', at: clock.now } },
  ])
  expect((await asha.call.messages({})).rows.map(({ id }) => id)).not.toContain(ticket.id)
})

test('people who turned off both ways aren’t told about answers, but find them in the ticket', async () => {
  const omar = await world.signUp('omar')
  for (const channel of ['bell', 'email'] as const)
    await omar.call.notifications.choose({ type: 'ticket_answered', channel, isWanted: false })
  const ticket = await opened(omar)
  await asha.call.answerTicket({ id: ticket.id, seen: seenOf(ticket), text: 'Here it is.' })
  await deliver()
  expect(await bellOf(omar)).toEqual([])
  expect(await mailsTo(omar.email)).toEqual([])
  expect((await omar.call.support.ticket({ id: ticket.id })).thread).toHaveLength(2)
})

test('of two admins who answer at once, one succeeds and the other must read first', async () => {
  const farah = await world.signUp('farah')
  const ticket = await opened(farah)
  const answer = (who: typeof asha, text: string) =>
    who.call.answerTicket({ id: ticket.id, seen: seenOf(ticket), text })
  const answers = await Promise.allSettled([
    answer(asha, 'From Asha.'),
    answer(ravi, 'From Ravi.'),
    answer(asha, 'From Asha again.'),
    answer(ravi, 'From Ravi again.'),
  ])
  expect(fulfilled(answers)).toBe(1)
  expect(new Set(reasons(answers))).toEqual(new Set(['support.changed_meanwhile']))
  await deliver()
  expect(await bellOf(farah)).toHaveLength(1)
  expect((await asha.call.log({ subjectId: ticket.id })).rows).toHaveLength(1)
})

test('closing and answering at once: one succeeds, and a new message can’t be closed unread', async () => {
  const imran = await world.signUp('imran')
  const ticket = await opened(imran)
  const handled = { id: ticket.id, seen: seenOf(ticket) }
  const all = await Promise.allSettled([
    asha.call.closeTicket(handled),
    ravi.call.closeTicket(handled),
    ravi.call.answerTicket({ ...handled, text: 'Here it is.' }),
  ])
  expect(fulfilled(all)).toBe(1)
  for (const code of reasons(all))
    expect(['support.changed_meanwhile', 'support.move_not_allowed']).toContain(code)

  const other = await opened(imran)
  await imran.call.support.replyToTicket({ id: other.id, message: 'Wait, there is more.' })
  await expect(asha.call.closeTicket({ id: other.id, seen: seenOf(other) })).rejects.toMatchObject({
    code: 'support.changed_meanwhile',
    status: 409,
  })
})

test('a ticket closed by support is announced, stays closed to support, and can be opened again by its owner', async () => {
  const lata = await world.signUp('lata')
  const ticket = await opened(lata)
  const handled = { id: ticket.id, seen: seenOf(ticket) }
  await asha.call.closeTicket(handled)
  await deliver()
  expect(await bellOf(lata)).toMatchObject([{ type: 'ticket_closed', title: 'Ticket closed: Bruno’s bill' }])
  await expect(ravi.call.answerTicket({ ...handled, text: 'One more thing' })).rejects.toMatchObject({
    code: 'support.move_not_allowed',
  })
  tick()
  await lata.call.support.reopenTicket({ id: ticket.id, message: 'It is not solved.' })
  expect(await asha.call.ticket({ id: ticket.id })).toMatchObject({
    status: 'open',
    waitingSince: clock.now,
    closedBy: null,
  })
})

test('a message is answered by mail once, to its sender’s address, and the words are kept', async () => {
  const { id, number } = await written({ topic: 'grievance', message: 'First line of it\nand the second.' })
  const answers = await Promise.allSettled([
    asha.call.answerMessage({ id, text: 'We have looked into it.' }),
    ravi.call.answerMessage({ id, text: 'We have looked into it too.' }),
    ravi.call.markAnswered({ id }),
  ])
  expect(fulfilled(answers)).toBe(1)
  expect(new Set(reasons(answers))).toEqual(new Set(['support.already_answered']))
  const again = await written()
  await ravi.call.answerMessage({ id: again.id, text: 'Not yet, but soon.' })
  const mails = await mailsTo('nila@example.org')
  const mail = mails.at(-1)!
  expect(mail).toMatchObject({
    subject: `Re: Something else (${again.number})`,
    replyTo: 'care@pets.example',
  })
  expect(mail.text).toBe('Not yet, but soon.\n\nPets of Pune\n\nYou wrote:\n> Do you have a shop in Pune?')
  expect(mails.filter(({ subject }) => subject.includes(String(number))).length).toBeLessThanOrEqual(1)
  expect(await asha.call.message({ id: again.id })).toMatchObject({
    answered: { by: 'ravi', text: 'Not yet, but soon.', at: clock.now },
  })
})

test('a call to a person who left only a phone number is noted, since no mail can be sent', async () => {
  const { id } = await written({ email: null, phone: '+91 98450 12345' })
  await expect(asha.call.answerMessage({ id, text: 'Hello' })).rejects.toMatchObject({
    code: 'support.no_address',
    status: 422,
  })
  expect(await asha.call.message({ id })).toMatchObject({ phone: '+91 98450 12345', answered: null })
  await asha.call.markAnswered({ id })
  expect(await asha.call.message({ id })).toMatchObject({ answered: { by: 'asha', text: null } })
})

test('the log records who did what about which message, but not the text', async () => {
  const dev = await world.signUp('dev')
  const ticket = await opened(dev)
  await asha.call.answerTicket({ id: ticket.id, seen: seenOf(ticket), text: 'A very private answer.' })
  await asha.call.closeTicket({ id: ticket.id, seen: seenOf(await asha.call.ticket({ id: ticket.id })) })
  const message = await written()
  await ravi.call.answerMessage({ id: message.id, text: 'A very private answer.' })
  const lines = [
    ...(await asha.call.log({ subjectId: ticket.id })).rows,
    ...(await asha.call.log({ subjectId: message.id })).rows,
  ]
  expect(lines).toMatchObject([
    {
      action: 'ticket.closed',
      admin: { name: 'asha' },
      subject: { kind: 'ticket', name: String(ticket.number) },
    },
    { action: 'ticket.answered', before: { status: 'open' }, after: { status: 'answered' } },
    {
      action: 'message.answered',
      admin: { name: 'ravi' },
      subject: { kind: 'message', name: String(message.number) },
    },
  ])
  expect(JSON.stringify(lines)).not.toContain('private')
})

test('the queue pages through everything that waits, and a reference finds any item', async () => {
  clock.now = mondayMorning
  await db.deleteFrom('support_tickets').execute()
  await db.deleteFrom('contact_messages').execute()
  const sana = await world.signUp('sana')
  const ids: string[] = []
  for (let pair = 0; pair < 23; pair++) {
    ids.push((await opened(sana, { subject: `Ticket ${pair}` })).id)
    ids.push((await written()).id)
  }
  const found: string[] = []
  let cursor: string | undefined
  do {
    const page = await asha.call.messages({ ...(cursor && { cursor }) })
    found.push(...page.rows.map(({ id }) => id))
    cursor = page.nextCursor ?? undefined
  } while (cursor)
  expect(found).toEqual(ids)
  const [row] = (await asha.call.messages({})).rows
  const ticket = await asha.call.ticket({ id: row!.id })
  await asha.call.closeTicket({ id: ticket.id, seen: seenOf(ticket) })
  expect((await asha.call.messages({ number: row!.number })).rows).toEqual([])
  expect((await asha.call.messages({ show: 'done', number: row!.number })).rows).toMatchObject([
    { id: row!.id },
  ])
})

import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { openDesk } from '#/app/testing/desk.ts'
import { mondayMorning, openWorld, type Person } from '#/app/testing/world.ts'
import { DAY } from '#/kernel/duration.ts'
import { makePdf } from '#/kernel/server/document.factory.ts'
import type { MailRequested } from '#/kernel/server/mail-events.ts'
import { filesOnDisk, makePhoto } from '#/pets/server/photo.factory.ts'
import { makeOrder } from '#/shop/server/orders/made-order.factory.ts'
import { makeProduct, makeSupplier } from '#/shop/server/product.factory.ts'
import { makeAppointment } from '#/veterinary/server/appointment.factory.ts'
import { makeVet } from '#/veterinary/server/factory.ts'
import { makeTicket } from './ticket.factory.ts'

const world = await openWorld({ RATE_LIMITS: 'on', CONTACT_EMAIL: 'care@pets.example' })
const { db, clock } = world
const days = (count: number) => new Date(mondayMorning.getTime() + count * DAY)
afterEach(async () => {
  clock.now = mondayMorning
  expect(await world.findBrokenInvariants()).toEqual([])
})

const question = {
  topic: 'booking' as const,
  subject: 'Bruno’s bill',
  message: 'Where do I find the bill of last week?',
}
const pdf = (name = 'bill.pdf') => new File([new Uint8Array(makePdf())], name, { type: 'application/pdf' })
const open = ({ call }: Person, given = {}) => call.support.openTicket({ ...question, ...given })
const read = ({ call }: Person, id: string) => call.support.ticket({ id })

async function mails(): Promise<MailRequested['data'][]> {
  const { rows } = await sql<{ mail: MailRequested['data'] }>`
    select data -> 'data' as mail from jobs.job where name = 'mail' order by created_on, id
  `.execute(db)
  return rows.map(({ mail }) => mail)
}

test('a ticket is stored with its files and its booking, and mailed to the operator', async () => {
  const asha = await world.signUp('asha')
  const meera = await world.signUp('meera')
  const vetId = await makeVet(db, { userId: meera.userId, fullName: 'Meera Iyer' })
  const bookingId = await makeAppointment(db, {
    ownerId: asha.ownerId,
    vetId,
    startsAt: days(-3),
    status: 'completed',
  })
  const [booking] = (await asha.call.support.bookings()).bookings
  expect(booking).toMatchObject({ id: bookingId, side: 'owner', with: 'Meera Iyer', startsAt: days(-3) })
  expect((await meera.call.support.bookings()).bookings).toMatchObject([
    { id: bookingId, side: 'provider', with: 'asha' },
  ])

  const { id, number } = await open(asha, { bookingId, files: [pdf(), await makePhoto('receipt.jpg')] })
  const ticket = await read(asha, id)
  expect(ticket).toMatchObject({
    number,
    status: 'open',
    subject: question.subject,
    booking: { id: bookingId, with: 'Meera Iyer' },
    thread: [{ by: 'user', text: question.message, files: [{ name: 'bill.pdf' }, { name: 'receipt.jpg' }] }],
  })
  const kinds = await Promise.all(
    ticket.thread[0]!.files.map(async ({ url }) =>
      (await fetch(world.url + url)).headers.get('content-type'),
    ),
  )
  expect(kinds).toEqual(['application/pdf', 'image/webp'])
  const mail = (await mails()).at(-1)!
  expect(mail).toMatchObject({
    to: 'care@pets.example',
    subject: `A booking (${number})`,
    path: `/admin-dashboard?view=messages&ticket=${id}`,
  })
  expect(mail.text).toContain(question.message)
})

test('a ticket is about an order of its buyer or of one of its sellers, and support finds the order', async () => {
  const [pia, leela] = [await world.signUp('pia'), await world.signUp('leela')]
  const sellerId = await makeSupplier(db, { userId: leela.userId, name: 'Paw Pantry', at: days(-9) })
  const { variantIds } = await makeProduct(db, { sellerId, at: days(-9) })
  const { id: orderId } = await makeOrder(db, {
    userId: pia.userId,
    variantId: variantIds[0]!,
    steps: [{ to: 'placed', by: 'owner', at: days(-2) }],
  })
  const [bought] = (await pia.call.support.bookings()).orders
  expect(bought).toMatchObject({ id: orderId, side: 'buyer', with: 'Paw Pantry', placedAt: days(-2) })
  expect((await leela.call.support.bookings()).orders).toMatchObject([{ id: orderId, side: 'seller' }])
  const stranger = await world.signUp('stranger-o')
  expect((await stranger.call.support.bookings()).orders).toEqual([])
  const about = { topic: 'order', orderId } as const
  await expect(open(stranger, about)).rejects.toMatchObject({ code: 'support.order_not_found', status: 422 })
  expect((await stranger.call.support.tickets({})).rows).toEqual([])

  const { id } = await open(pia, about)
  expect(await read(pia, id)).toMatchObject({ topic: 'order', booking: null, order: bought })
  const sold = await open(leela, about)
  expect(await read(leela, sold.id)).toMatchObject({ order: { number: bought!.number, side: 'seller' } })
  const desk = await openDesk(world, 'nadia-o')
  expect(await desk.call.ticket({ id })).toMatchObject({ order: bought })
  expect(await desk.call.order({ reference: bought!.number })).toMatchObject({ id: orderId })
})

test('tickets and messages share one series of numbers', async () => {
  const ravi = await world.signUp('ravi')
  const { number } = await open(ravi)
  const { reference } = await ravi.call.support.sendMessage({
    name: 'Ravi',
    email: ravi.email,
    topic: 'other',
    message: 'And another question, about my pets.',
  })
  expect(reference).toBe(number + 1)
})

test('nobody else can read, add to or close a ticket, and its booking must be the caller’s own', async () => {
  const zoya = await world.signUp('zoya')
  const kabir = await world.signUp('kabir')
  const vetId = await makeVet(db, { userId: kabir.userId, fullName: 'Kabir Shah' })
  const bookingId = await makeAppointment(db, {
    ownerId: zoya.ownerId,
    vetId,
    startsAt: days(-2),
    status: 'completed',
  })
  const { id } = await open(zoya)
  const { support } = (await world.signUp('stranger')).call
  const missing = { code: 'request.not_found' }
  const said = { id, message: 'Let me in' }
  await expect(support.ticket({ id })).rejects.toMatchObject(missing)
  await expect(support.replyToTicket(said)).rejects.toMatchObject(missing)
  await expect(support.reopenTicket(said)).rejects.toMatchObject(missing)
  await expect(support.closeTicket({ id })).rejects.toMatchObject(missing)
  await expect(support.openTicket({ ...question, bookingId })).rejects.toMatchObject({
    code: 'support.booking_not_found',
    status: 422,
  })
  expect((await support.tickets({})).rows).toEqual([])
})

test('a ticket can be added to, closed, and opened again within 14 days, not later', async () => {
  const tara = await world.signUp('tara')
  const { support } = tara.call
  const { id } = await open(tara)
  await support.replyToTicket({ id, message: 'It was on Friday.', files: [pdf()] })
  await support.closeTicket({ id })
  expect(await read(tara, id)).toMatchObject({ status: 'closed', closedBy: 'user', closedAt: clock.now })
  const refused = { code: 'support.move_not_allowed', status: 409 }
  await expect(support.replyToTicket({ id, message: 'One more thing' })).rejects.toMatchObject(refused)
  await expect(support.closeTicket({ id })).rejects.toMatchObject(refused)

  clock.now = new Date(days(14).getTime() - 1)
  await support.reopenTicket({ id, message: 'It is not solved.' })
  const again = await read(tara, id)
  expect(again).toMatchObject({ status: 'open', closedAt: null, closedBy: null })
  expect(again.thread.map(({ text }) => text)).toEqual([
    question.message,
    'It was on Friday.',
    'It is not solved.',
  ])
  await expect(support.reopenTicket({ id, message: 'Twice' })).rejects.toMatchObject(refused)

  await support.closeTicket({ id })
  clock.now = new Date(clock.now.getTime() + 14 * DAY)
  await expect(support.reopenTicket({ id, message: 'Too late' })).rejects.toMatchObject(refused)
})

test('the operator is mailed when a person starts to wait, and not for each further message', async () => {
  const nila = await world.signUp('nila')
  const before = (await mails()).length
  const { id } = await open(nila)
  await nila.call.support.replyToTicket({ id, message: 'I forgot to say something.' })
  expect(await mails()).toHaveLength(before + 1)
  await nila.call.support.closeTicket({ id })
  await nila.call.support.reopenTicket({ id, message: 'It is not solved.' })
  expect(await mails()).toHaveLength(before + 2)
})

test('closing and reopening twice at once count once each', async () => {
  const omar = await world.signUp('omar')
  const { id } = await open(omar)
  const won = (all: PromiseSettledResult<unknown>[]) =>
    all.filter(({ status }) => status === 'fulfilled').length
  const five = Array.from({ length: 5 }, (_, click) => click)
  expect(won(await Promise.allSettled(five.map(() => omar.call.support.closeTicket({ id }))))).toBe(1)
  const reopen = (click: number) => omar.call.support.reopenTicket({ id, message: `Click ${click}` })
  expect(won(await Promise.allSettled(five.map(reopen)))).toBe(1)
  expect((await read(omar, id)).thread).toHaveLength(2)
})

test('messages sent at once from two devices are all in the thread, in one order', async () => {
  const farah = await world.signUp('farah')
  const { id } = await open(farah)
  const texts = Array.from({ length: 8 }, (_, word) => `Word ${word}`)
  await Promise.all(texts.map((message) => farah.call.support.replyToTicket({ id, message })))
  const thread = (await read(farah, id)).thread.slice(1).map(({ text }) => text)
  expect(thread.toSorted()).toEqual(texts)
})

test('a ticket sent twice with one key, even at once, is one ticket with one file', async () => {
  const imran = await world.signUp('imran')
  const before = (await filesOnDisk(world.dataDir)).length
  const context = { key: 'a-double-click-on-send' }
  const files = [pdf()]
  const send = () => imran.call.support.openTicket({ ...question, files }, { context })
  const answers = [...(await Promise.all([send(), send()])), await send()]
  expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
  expect((await imran.call.support.tickets({})).rows).toHaveLength(1)
  expect(await filesOnDisk(world.dataDir)).toHaveLength(before + 1)
})

test('more than five files, files that hide something and too short a message are refused, and nothing is stored', async () => {
  const lata = await world.signUp('lata')
  const before = (await filesOnDisk(world.dataDir)).length
  const page = new File(['<html>'], 'bill.pdf', { type: 'application/pdf' })
  const refusals: [object, string][] = [
    [{ files: Array.from({ length: 6 }, () => pdf()) }, 'request.malformed'],
    [{ files: [pdf(), page] }, 'document.wrong_kind'],
    [{ message: `Help!${' '.repeat(40)}` }, 'request.malformed'],
    [{ message: 'x'.repeat(5001) }, 'request.malformed'],
    [{ subject: 'x'.repeat(121) }, 'request.malformed'],
    [{ subject: ' ' }, 'request.malformed'],
    [{ topic: 'weather' }, 'request.malformed'],
  ]
  for (const [wrong, code] of refusals) await expect(open(lata, wrong), code).rejects.toMatchObject({ code })
  expect((await lata.call.support.tickets({})).rows).toEqual([])
  expect(await filesOnDisk(world.dataDir)).toHaveLength(before)
})

test('five files of nearly 5 MB each can be sent together', async () => {
  const sana = await world.signUp('sana')
  const large = () =>
    new File([Buffer.concat([makePdf(), Buffer.alloc(4_900_000, ' '), makePdf()])], 'large.pdf')
  const { id } = await open(sana, { files: Array.from({ length: 5 }, large) })
  expect((await read(sana, id)).thread[0]!.files).toHaveLength(5)
})

test('the eleventh ticket of a day and the thirty-first reply of an hour are refused, counted per person', async () => {
  const ishaan = await world.signUp('ishaan')
  const dev = await world.signUp('dev')
  const tooMany = { code: 'request.too_many', status: 429 }
  let last = ''
  for (let count = 0; count < 10; count++) last = (await open(ishaan)).id
  await expect(open(ishaan)).rejects.toMatchObject(tooMany)
  const reply = () => ishaan.call.support.replyToTicket({ id: last, message: 'And another thing' })
  for (let count = 0; count < 30; count++) await reply()
  await expect(reply()).rejects.toMatchObject(tooMany)
  await open(dev)
})

test('a ticket closes at 200 messages and says so', async () => {
  const maya = await world.signUp('maya')
  const said = Array.from({ length: 200 }, (_, word) => ({ at: clock.now, text: `Word ${word}` }))
  const id = await makeTicket(db, { userId: maya.userId, said: said as [(typeof said)[0]] })
  await expect(maya.call.support.replyToTicket({ id, message: 'One more' })).rejects.toMatchObject({
    code: 'support.thread_full',
    status: 409,
  })
  expect((await read(maya, id)).thread).toHaveLength(200)
})

test('the list pages through all tickets, the last written in first', async () => {
  const jaya = await world.signUp('jaya')
  for (let day = 0; day < 45; day++)
    await makeTicket(db, {
      userId: jaya.userId,
      subject: `Day ${day}`,
      said: [{ at: days(day - 50), text: 'Help' }],
    })
  const subjects: string[] = []
  for (let cursor: string | undefined, page = 0; page < 3; page++) {
    const { rows, nextCursor } = await jaya.call.support.tickets({ ...(cursor && { cursor }) })
    subjects.push(...rows.map(({ subject }) => subject))
    cursor = nextCursor ?? undefined
    expect(nextCursor === null).toBe(page === 2)
  }
  expect(subjects).toEqual(Array.from({ length: 45 }, (_, day) => `Day ${44 - day}`))
})

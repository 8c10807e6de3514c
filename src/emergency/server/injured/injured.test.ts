import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { ask } from '#/accounts/server/sign-in.factory.ts'
import { openDesk } from '#/app/testing/desk.ts'
import { mondayMorning, openWorld } from '#/app/testing/world.ts'
import { makePlace } from '#/emergency/server/factory.ts'
import { HOUR } from '#/kernel/duration.ts'
import type { MailRequested } from '#/kernel/server/mail-events.ts'
import { newId } from '#/kernel/server/new-id.ts'
import { readOutbox } from '#/kernel/server/outbox.ts'
import { makePhoto } from '#/pets/server/photo.factory.ts'
import { closeOldInjured, forgetInjured } from './sweeps.ts'

const world = await openWorld({
  RATE_LIMITS: 'on',
  CONTACT_EMAIL: 'operator@pawfolk.example',
  TRUSTED_PROXIES: '127.0.0.1',
})
const { url, db, clock, visitor } = world
const asha = await world.signUp('asha')
const ravi = await world.signUp('ravi')
const desk = await openDesk(world, 'nisha', 'support')

const cubbonPark = { lat: 12.97634, lon: 77.59291 }
const token = () => randomBytes(32).toString('base64url')
type Report = Parameters<typeof visitor.emergency.reportInjured>[0]
const facts = (more: Partial<Report> = {}): Report => ({
  followToken: token(),
  animal: 'dog',
  severity: 'critical',
  position: cubbonPark,
  place: 'By the bandstand',
  note: 'A hind leg bleeds.',
  phone: '98765 43210',
  ...more,
})

beforeEach(async () => {
  clock.now = mondayMorning
  await db.deleteFrom('injured_reports').execute()
  await db.deleteFrom('injured_notices').execute()
  await db.deleteFrom('emergency_places').execute()
  await db.deleteFrom('rate_limits').execute()
})

const rescuer = (name: string, more: Partial<Parameters<typeof makePlace>[1]> = {}) =>
  makePlace(
    db,
    { kind: 'shelter', name, email: `${name.toLowerCase()}@rescue.example`, at: cubbonPark, ...more },
    mondayMorning,
  )

/** Lists the mails that a report caused, in their order. */
async function mails() {
  const { rows } = await sql<{ data: { data: MailRequested['data'] } }>`
    select data from jobs.job where data->>'event' = 'mail.requested' order by created_on, id`.execute(db)
  return rows.map(({ data }) => data.data)
}

/** Returns the newest mails to these rescuers, with the tokens of their links. */
async function mailsTo(...names: string[]) {
  const all = await mails()
  return names.map((name) => {
    const mail = all.findLast(({ to }) => to === `${name.toLowerCase()}@rescue.example`)!
    return { ...mail, token: /^\/emergency\/report\/status#r\.([\w-]{43})$/.exec(mail.path!)![1]! }
  })
}

async function confirm(phoneNumber: string) {
  await db.deleteFrom('phone_codes').execute()
  expect(await ask(url, '/phone-codes', { phoneNumber })).toMatchObject({ status: 200 })
  const [text] = (await readOutbox(world.dataDir, 20)).filter(({ kind }) => kind === 'sms')
  const code = /^(\d{6})/.exec(text!.text)![1]!
  const answer = await ask(url, '/confirm-phone', { phoneNumber, code })
  expect(answer.cookies).toEqual([])
  return { proof: String(answer.body['proof']), code }
}

test('a guest confirms the phone, and each of the nearest rescuers gets the report with their own link', async () => {
  await rescuer('Paws')
  await rescuer('Wings', { kind: 'helpline', at: { lat: 12.9, lon: 77.6 } })
  await rescuer('Clinic', { kind: 'clinic' })
  await rescuer('Chennai', { at: { lat: 13.08, lon: 80.27 }, city: 'Chennai' })
  await makePlace(db, { kind: 'shelter', name: 'No address', at: cubbonPark }, mondayMorning)
  const { proof } = await confirm('98765 43210')
  const report = facts({
    phoneProof: proof,
    photo: Buffer.from(await (await makePhoto()).arrayBuffer()).toString('base64'),
  })
  const answer = await visitor.emergency.reportInjured(report)
  expect(answer.sentTo.map(({ name }) => name)).toEqual(['Paws', 'Wings'])
  const [paws, wings] = await mailsTo('Paws', 'Wings')
  expect(paws!.token).not.toBe(wings!.token)
  expect(paws!.subject).toBe('URGENT: Injured animal reported: Dog')
  expect(paws!.text).toContain('Map: https://www.google.com/maps?q=12.97634,77.59291')
  expect(paws!.text).toContain('Call the reporter: +91 98765 43210\n')
  expect(paws!.text).toContain('Details: “A hind leg bleeds.”')
  const seen = await visitor.emergency.rescue({ token: paws!.token })
  expect(seen).toMatchObject({
    status: 'received',
    phone: '+919876543210',
    isPhoneConfirmed: true,
    moves: ['accept'],
  })
  expect(seen.photo).toMatch(/^data:image\/webp;base64,/)
  const stored = JSON.stringify(await db.selectFrom('injured_reports').selectAll().execute())
  expect(stored).not.toContain(report.followToken)
})

test('a guest’s report needs a confirmed phone, and a proof is valid for its number and for one hour', async () => {
  const refusal = { code: 'emergency.phone_not_confirmed', status: 422 }
  const send = (more: Partial<Report>) => visitor.emergency.reportInjured(facts(more))
  await expect(send({})).rejects.toMatchObject(refusal)
  const { proof } = await confirm('98765 43210')
  await expect(send({ phone: '98765 43211', phoneProof: proof })).rejects.toMatchObject(refusal)
  const forged = `${Number(proof.slice(0, 13)) + 1}${proof.slice(13)}`
  await expect(send({ phoneProof: forged })).rejects.toMatchObject(refusal)
  await send({ phoneProof: proof })
  clock.now = new Date(mondayMorning.getTime() + 3_600_001)
  await expect(send({ phoneProof: proof })).rejects.toMatchObject(refusal)
  expect((await asha.call.emergency.reportInjured(facts())).sentTo).toEqual([])
})

const useUpTexts = () =>
  sql`insert into rate_limits (key, window_started_at, attempts) values ('texts', now(), 300)
    on conflict (key) do update set attempts = 300, window_started_at = now()`.execute(db)

test('when no code can be sent, a guest’s report goes out as unconfirmed, within the limits of such reports', async () => {
  await rescuer('Paws')
  await useUpTexts()
  const askFor = (phoneNumber: string) => ask(url, '/phone-codes', { phoneNumber })
  expect(await askFor('98765 43210')).toMatchObject({ status: 503, body: { code: 'CODE_NOT_SENT' } })
  const report = facts()
  expect((await visitor.emergency.reportInjured(report)).sentTo).toHaveLength(1)
  expect((await mailsTo('Paws'))[0]!.text).toContain('(number not confirmed)')
  expect(await visitor.emergency.followInjured({ token: report.followToken })).toMatchObject({
    isPhoneConfirmed: false,
  })
  // Only the number that got no code is excused.
  await expect(visitor.emergency.reportInjured(facts({ phone: '98765 43211' }))).rejects.toMatchObject({
    code: 'emergency.phone_not_confirmed',
  })
  const reached = []
  for (let number = 20; number < 31; number++) {
    const phone = `98765 432${number}`
    await askFor(phone)
    reached.push((await visitor.emergency.reportInjured(facts({ phone }))).sentTo.length)
  }
  expect(reached).toEqual([...Array(9).fill(1), 0, 0])
  for (let sent = 0; sent < 4; sent++) await visitor.emergency.reportInjured(facts())
  await expect(visitor.emergency.reportInjured(facts())).rejects.toMatchObject({
    code: 'emergency.too_many_reports',
  })
  await db.deleteFrom('rate_limits').where('key', '=', 'texts').execute()
  await sql`update rate_limits set window_started_at = now() - interval '61 minutes'
    where key like 'unsent code %'`.execute(db)
  await expect(visitor.emergency.reportInjured(facts({ phone: '98765 43220' }))).rejects.toMatchObject({
    code: 'emergency.phone_not_confirmed',
  })
})

test('a number whose reports without a code are used up still has its own five', async () => {
  await useUpTexts()
  await ask(url, '/phone-codes', { phoneNumber: '98765 43210' })
  for (let sent = 0; sent < 5; sent++) await visitor.emergency.reportInjured(facts())
  const tooMany = { code: 'emergency.too_many_reports' }
  await expect(visitor.emergency.reportInjured(facts())).rejects.toMatchObject(tooMany)
  await db.deleteFrom('rate_limits').where('key', '=', 'texts').execute()
  const { proof } = await confirm('98765 43210')
  for (let sent = 0; sent < 5; sent++) await visitor.emergency.reportInjured(facts({ phoneProof: proof }))
  await expect(visitor.emergency.reportInjured(facts({ phoneProof: proof }))).rejects.toMatchObject(tooMany)
})

test('a tenant with 65,536 IPv6 networks sends 200 reports an hour without a code', async () => {
  await useUpTexts()
  await ask(url, '/phone-codes', { phoneNumber: '98765 43210' })
  await sql`insert into rate_limits (key, window_started_at, attempts, times)
    select 'injured unconfirmed:2001:db8:7::/48', now(), 199, array_agg(now()) from generate_series(1, 199)`.execute(
    db,
  )
  const sendFrom = (address: string) =>
    fetch(`${url}/api/emergency/injured-animals`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
      body: JSON.stringify(facts()),
    }).then(({ status }) => status)
  expect(await sendFrom('2001:db8:7:1::1')).toBe(200)
  expect(await sendFrom('2001:db8:7:2::1')).toBe(429)
  expect(await sendFrom('2001:db8:8:1::1')).toBe(200)
})

test('guests who asked for too many codes can report, also behind a network whose reports without a code are used up', async () => {
  await sendUnconfirmed(20)
  const askFor = () => ask(url, '/phone-codes', { phoneNumber: '98765 43210' })
  let status = 200
  for (let asked = 0; asked < 6 && status === 200; asked++) {
    await db.deleteFrom('phone_codes').execute()
    status = (await askFor()).status
  }
  expect(status).toBe(429)
  expect(await visitor.emergency.reportInjured(facts())).toMatchObject({ sentTo: [] })
})

test('a code confirms a phone once, and wrong codes use up the tries', async () => {
  const { code } = await confirm('98765 43210')
  const enter = (entered: string) =>
    ask(url, '/confirm-phone', { phoneNumber: '98765 43210', code: entered }).then(({ body }) => body['code'])
  expect(await enter(code)).toBe('WRONG_CODE')
  await db.deleteFrom('phone_codes').execute()
  await ask(url, '/phone-codes', { phoneNumber: '98765 43210' })
  const wrong = []
  for (let count = 0; count < 6; count++) wrong.push(await enter('000000'))
  expect(wrong.slice(-2)).toEqual(['CODE_USED_UP', 'CODE_USED_UP'])
})

test('a report that is sent again, even at the same time, is stored once', async () => {
  await rescuer('Paws')
  const report = facts()
  const answers = await Promise.all([1, 2, 3].map(() => asha.call.emergency.reportInjured(report)))
  expect(answers.map(({ sentTo }) => sentTo.length)).toEqual([1, 1, 1])
  expect(await db.selectFrom('injured_notices').selectAll().execute()).toHaveLength(1)
})

test('one person can send five reports in 24 hours, and no rescuer gets more than thirty', async () => {
  const place = await rescuer('Paws')
  const sends = await Promise.allSettled(
    Array.from({ length: 7 }, () => asha.call.emergency.reportInjured(facts())),
  )
  expect(sends.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
  expect(sends.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { code: 'emergency.too_many_reports', status: 429 },
  })
  const { id } = await db.selectFrom('injured_reports').select('id').limit(1).executeTakeFirstOrThrow()
  for (let count = 0; count < 25; count++)
    await db
      .insertInto('injured_notices')
      .values({
        id: newId(),
        report_id: id,
        place_id: place,
        name: 'Paws',
        phone: '1962',
        token_hash: randomBytes(32),
        phone_confirmed: true,
        created_at: mondayMorning,
      })
      .execute()
  expect((await ravi.call.emergency.reportInjured(facts())).sentTo).toEqual([])
  clock.now = new Date(mondayMorning.getTime() + 86_400_001)
  expect((await asha.call.emergency.reportInjured(facts())).sentTo).toHaveLength(1)
})

/** Sends this many reports without a code, from as many throwaway accounts as needed. */
async function sendUnconfirmed(count: number, more: Partial<Report> = {}) {
  const answers = []
  for (const name of Array.from({ length: Math.ceil(count / 5) }, () => `throwaway-${newId()}`)) {
    const { call } = await world.signUp(name)
    for (let sent = 0; sent < 5 && answers.length < count; sent++)
      answers.push(await call.emergency.reportInjured(facts(more)))
  }
  return answers.map(({ sentTo }) => sentTo.length)
}

test('a report’s words can’t pass for ours in a mail, and bring no link', async () => {
  await rescuer('Paws')
  const { proof } = await confirm('98765 43210')
  const note = 'It limps.\nCall the reporter: +91 90000 00000'
  await visitor.emergency.reportInjured(
    facts({ phoneProof: proof, place: 'See https://evil.example/login', note }),
  )
  const [{ text } = { text: '' }] = await mailsTo('Paws')
  expect(text).toContain('Place: in the report, because it has a link\n')
  expect(text).toContain('Details: “It limps. Call the reporter: +91 90000 00000”\n')
})

test('reports without a confirmed phone get ten of a rescuer’s mails a day; a confirmed one still goes out', async () => {
  await rescuer('Paws')
  expect(await sendUnconfirmed(10)).toEqual(Array(10).fill(1))
  const { proof } = await confirm('98765 43210')
  const { sentTo } = await visitor.emergency.reportInjured(facts({ phoneProof: proof }))
  expect(sentTo).toMatchObject([{ name: 'Paws' }])
})

test('when throwaway accounts have used up a rescuer’s share, others reach the rescuer with a code', async () => {
  await rescuer('Paws')
  // Too far away for the throwaway accounts' reports, but not for the honest one.
  await rescuer('Hills', { at: { lat: 13.6, lon: 77.6 } })
  expect(await sendUnconfirmed(10)).toEqual(Array(10).fill(1))
  const { call } = await world.signUp('honest')
  const report = facts({ position: { lat: 13.3, lon: 77.6 } })
  await expect(call.emergency.reportInjured(report)).rejects.toMatchObject({
    code: 'emergency.phone_not_confirmed',
    status: 422,
  })
  const { proof } = await confirm('98765 43210')
  const { sentTo } = await call.emergency.reportInjured({ ...report, phoneProof: proof })
  expect(sentTo.map(({ name }) => name)).toEqual(['Hills', 'Paws'])
})

test('unconfirmed reports sent at once get no more than their share', async () => {
  await rescuer('Paws')
  await sendUnconfirmed(8)
  const people = await Promise.all([1, 2, 3, 4, 5].map(() => world.signUp(`throwaway-${newId()}`)))
  const sends = await Promise.allSettled(people.map(({ call }) => call.emergency.reportInjured(facts())))
  expect(sends.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
  expect(await db.selectFrom('injured_notices').selectAll().execute()).toHaveLength(10)
})

test('the operator gets ten mails an hour about reports that nobody got, five of them unconfirmed', async () => {
  const toOperator = async () => (await mails()).filter(({ to }) => to === 'operator@pawfolk.example').length
  const before = await toOperator()
  await sendUnconfirmed(7)
  expect((await toOperator()) - before).toBe(5)
  for (const phone of ['98765 43210', '98765 43211']) {
    const { proof } = await confirm(phone)
    for (let sent = 0; sent < 4; sent++)
      await visitor.emergency.reportInjured(facts({ phone, phoneProof: proof }))
  }
  expect((await toOperator()) - before).toBe(10)
})

test('after twenty reports without a code, a network’s people confirm their phone; nobody is shut out', async () => {
  const notConfirmed = { code: 'emergency.phone_not_confirmed', status: 422 }
  for (let tried = 0; tried < 70; tried++)
    await expect(visitor.emergency.reportInjured(facts())).rejects.toMatchObject(notConfirmed)
  const report = facts()
  for (let sent = 0; sent < 3; sent++) await asha.call.emergency.reportInjured(report)
  await sendUnconfirmed(19)
  await expect(ravi.call.emergency.reportInjured(facts())).rejects.toMatchObject(notConfirmed)
  const { proof } = await confirm('98765 43210')
  await ravi.call.emergency.reportInjured(facts({ phoneProof: proof }))
  await visitor.emergency.reportInjured(facts({ phoneProof: proof }))
})

test('deleting an account doesn’t reset how many mails a rescuer gets', async () => {
  await rescuer('Paws')
  expect(await sendUnconfirmed(10)).toEqual(Array(10).fill(1))
  await db.deleteFrom('injured_reports').execute()
  await expect(sendUnconfirmed(1)).rejects.toMatchObject({ code: 'emergency.phone_not_confirmed' })
  const day = new Date(mondayMorning.getTime() + 86_400_001)
  await forgetInjured.run({ db, now: day, announce: async () => undefined } as never)
  expect(await db.selectFrom('injured_notices').selectAll().execute()).toEqual([])
})

test('a rescuer can release a report three times; then another has to accept it', async () => {
  await rescuer('Paws')
  const report = facts()
  await asha.call.emergency.reportInjured(report)
  const [{ token, text } = { token: '', text: '' }] = await mailsTo('Paws')
  expect(text).toContain('You’re the only rescuer we could send this to.')
  const move = (name: 'accept' | 'release') => visitor.emergency.moveRescue({ token, move: name })
  for (let times = 0; times < 3; times++) {
    expect((await move('accept')).moves).toContain('release')
    await move('release')
  }
  expect((await visitor.emergency.rescue({ token })).moves).toEqual([])
  await expect(move('accept')).rejects.toMatchObject({ code: 'emergency.released_too_often', status: 409 })
})

test('when the first of two rescuers accepts, the other no longer sees phone, photo and position', async () => {
  await rescuer('Tails')
  await rescuer('Hooves', { phone: '+91 00000 77009' })
  const report = facts()
  await asha.call.emergency.reportInjured(report)
  const tokens = (await mailsTo('Tails', 'Hooves')).map((mail) => mail.token)
  const both = await Promise.allSettled(
    tokens.map((token) => visitor.emergency.moveRescue({ token, move: 'accept' })),
  )
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const won = both.findIndex(({ status }) => status === 'fulfilled')
  const [first, second] = [tokens[won]!, tokens[1 - won]!]
  expect(both[1 - won]).toMatchObject({ reason: { code: 'emergency.accepted_by_another' } })
  expect(await visitor.emergency.rescue({ token: second })).toMatchObject({
    taken: 'by_another',
    moves: [],
    phone: null,
    photo: null,
    position: null,
    note: null,
  })
  const follow = () => visitor.emergency.followInjured({ token: report.followToken })
  expect(await follow()).toMatchObject({
    status: 'accepted',
    rescuer: { name: won === 0 ? 'Tails' : 'Hooves' },
  })
  expect(await follow()).not.toHaveProperty('phone')
  await visitor.emergency.moveRescue({ token: first, move: 'set_out' })
  expect(await follow()).toMatchObject({ status: 'on_the_way', setOutAt: mondayMorning })
  await visitor.emergency.moveRescue({ token: first, move: 'release' })
  expect(await follow()).toMatchObject({ status: 'received', rescuer: null, acceptedAt: null })
  const [winner, other] = won === 0 ? ['Tails', 'Hooves'] : ['Hooves', 'Tails']
  const again = (await mails()).filter(({ subject }) => subject.startsWith('Help needed again: '))
  expect(again.map(({ to, text }) => [to, text.split(' accepted')[0]])).toEqual([
    [`${other!.toLowerCase()}@rescue.example`, winner],
  ])
  await visitor.emergency.moveRescue({ token: second, move: 'accept' })
  await expect(visitor.emergency.moveRescue({ token: first, move: 'close' })).rejects.toMatchObject({
    code: 'emergency.accepted_by_another',
  })
  expect(await visitor.emergency.moveRescue({ token: second, move: 'finish' })).toMatchObject({
    status: 'done',
    taken: 'by_you',
    moves: [],
  })
  await expect(visitor.emergency.moveRescue({ token: second, move: 'accept' })).rejects.toMatchObject({
    code: 'emergency.report_moved',
  })
})

test('an unknown link opens nothing', async () => {
  const gone = { code: 'request.not_found', status: 404 }
  await expect(visitor.emergency.followInjured({ token: token() })).rejects.toMatchObject(gone)
  await expect(visitor.emergency.rescue({ token: token() })).rejects.toMatchObject(gone)
  await expect(visitor.emergency.moveRescue({ token: token(), move: 'accept' })).rejects.toMatchObject(gone)
})

test('the desk sees open reports and moves them once, and the log has each move without the reporter', async () => {
  await asha.call.emergency.reportInjured(facts())
  const { rows } = await desk.call.injuredReports({})
  expect(rows).toMatchObject([{ status: 'received', phone: '+919876543210', sentTo: [], rescuer: null }])
  const { id } = rows[0]!
  const accept = { id, status: 'received', move: 'accept' } as const
  const both = await Promise.allSettled([
    desk.call.moveInjuredReport(accept),
    desk.call.moveInjuredReport(accept),
  ])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  await desk.call.moveInjuredReport({ id, status: 'accepted', move: 'finish' })
  expect((await desk.call.injuredReports({})).rows).toEqual([])
  expect((await desk.call.injuredReports({ show: 'all' })).rows).toMatchObject([{ id, status: 'done' }])
  const lines = (await desk.call.log({ subjectId: id })).rows
  expect(lines.map(({ before, after }) => [before['status'], after['status']])).toEqual([
    ['accepted', 'done'],
    ['received', 'accepted'],
  ])
  expect(JSON.stringify(lines)).not.toContain('98765')
})

test('a report without rescuers nearby is mailed to the operator', async () => {
  await asha.call.emergency.reportInjured(facts({ position: null, city: 'Hampi' }))
  const mail = (await mails()).at(-1)!
  expect(mail).toMatchObject({ to: 'operator@pawfolk.example', path: '/admin-dashboard?view=injured' })
  expect(mail.text).toContain('(number not confirmed)')
})

test.each([
  ['no place at all', { place: null, city: null, position: null }, 'place'],
  ['a place without a city', { city: null, position: null }, 'place'],
  ['words as a phone number', { phone: 'call me' }, 'phone'],
  ['an impossible position', { position: { lat: 91, lon: 0 } }, 'position.lat'],
  ['a short token', { followToken: 'abc' }, 'followToken'],
])('%s is refused with its field', async (_what, more, path) => {
  await expect(asha.call.emergency.reportInjured(facts(more))).rejects.toMatchObject({
    code: 'request.malformed',
    data: { issues: [{ path }] },
  })
})

test('a file that isn’t a photo is refused, and nothing is kept', async () => {
  const photo = Buffer.from('<svg onload="alert(1)"/>').toString('base64')
  await expect(asha.call.emergency.reportInjured(facts({ photo }))).rejects.toMatchObject({
    code: 'picture.wrong_kind',
  })
  expect(await db.selectFrom('injured_reports').selectAll().execute()).toEqual([])
})

test('reports close after three days and are deleted after thirty', async () => {
  const report = facts()
  await asha.call.emergency.reportInjured(report)
  const after = (hours: number) => new Date(mondayMorning.getTime() + hours * HOUR)
  const work = (now: Date) => ({ db, now, announce: async () => undefined }) as never
  const follow = () => visitor.emergency.followInjured({ token: report.followToken })
  await closeOldInjured.run(work(after(71)))
  expect(await follow()).toMatchObject({ status: 'received' })
  await closeOldInjured.run(work(after(72)))
  expect(await follow()).toMatchObject({ status: 'closed', endedAt: after(72) })
  await forgetInjured.run(work(after(30 * 24 - 1)))
  expect(await follow()).toMatchObject({ status: 'closed' })
  await forgetInjured.run(work(after(30 * 24 + 1)))
  await expect(follow()).rejects.toMatchObject({ code: 'request.not_found' })
})

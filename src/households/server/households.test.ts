import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { mondayMorning, openWorld, type Person } from '#/app/testing/world.ts'
import { hintOf, householdLimits, nameForStranger } from '#/households/rules.ts'
import { DAY } from '#/kernel/duration.ts'
import type { MailRequested } from '#/kernel/server/mail-events.ts'
import { makePet } from '#/pets/server/factory.ts'
import { makeMember } from './household.factory.ts'
import { forgetOldInvitations } from './sweeps.ts'

const world = await openWorld()
const { db } = world
let people = 0
const refused = (call: Promise<unknown>, code: string) => expect(call).rejects.toMatchObject({ code })
const inDays = (days: number) => {
  world.clock.now = new Date(mondayMorning.getTime() + days * DAY)
}
afterEach(() => {
  world.clock.now = mondayMorning
})

const confirm = (person: Person) =>
  db.updateTable('users').set({ email_verified: true }).where('id', '=', person.userId).execute()

/** An owner who may invite, with a pet. */
async function newOwner(name = `owner${people++}`) {
  const owner = await world.signUp(name)
  await confirm(owner)
  const { id: petId } = await makePet(db, { ownerId: owner.ownerId, name: 'Bruno' })
  return { owner, petId }
}
const newPerson = () => world.signUp(`person${people++}`)

/** Returns the mails to an address that are waiting, the latest last. */
async function mailsTo(email: string): Promise<MailRequested['data'][]> {
  const { rows } = await sql<{ mail: MailRequested['data'] }>`
    select data -> 'data' as mail from jobs.job where name = 'mail' and data -> 'data' ->> 'to' = ${email}
    order by data -> 'data' ->> 'id'
  `.execute(db)
  return rows.map(({ mail }) => mail)
}
const tokenOf = async (email: string) => (await mailsTo(email)).at(-1)!.path!.replace('/invite/', '')

const block = (blocker: Person, blocked: Person) =>
  db
    .insertInto('message_blocks')
    .values({
      blocker_id: blocker.userId,
      blocked_id: blocked.userId,
      created_at: mondayMorning,
      blocked_name: 'Somebody',
      pet_names: '{}',
    })
    .execute()

async function invited(by = newOwner()) {
  const [{ owner, petId }, guest] = await Promise.all([by, newPerson()])
  const { id } = await owner.call.households.invite({ email: guest.email, petIds: [petId] })
  return { owner, petId, guest, id, token: await tokenOf(guest.email) }
}

test('an invitation is mailed, shown and accepted, and both sides see the household', async () => {
  const { owner, petId, guest, id, token } = await invited(newOwner('asha'))
  const [mail] = await mailsTo(guest.email)
  expect(mail?.subject).toBe('asha invites you to help with their pets')
  expect(await world.visitor.households.invitation({ token })).toMatchObject({
    state: 'open',
    details: { ownerName: 'asha', pets: ['Bruno'], isForCaller: null, address: hintOf(guest.email) },
  })
  expect((await guest.call.households.invitation({ token })).details?.isForCaller).toBe(true)
  expect((await owner.call.households.mine()).members).toMatchObject([{ id, state: 'invited', name: null }])
  await guest.call.households.accept({ token, wantsReminders: true })
  expect((await owner.call.households.mine()).members).toMatchObject([
    { id, state: 'joined', email: guest.email, pets: [{ id: petId, name: 'Bruno' }] },
  ])
  expect((await guest.call.households.mine()).helped).toEqual([
    { id, ownerName: 'asha', pets: [{ id: petId, name: 'Bruno' }], wantsReminders: true },
  ])
  await world.app.jobs.deliverEvents()
  const { rows } = await owner.call.notifications.list({ type: 'household_changed' })
  expect(rows[0]?.message).toMatch(/^\S+ sees the to-dos of Bruno and can tick them\.$/)
})

test('only the invited address accepts, and clicks at the same moment and later are answered alike, but count once', async () => {
  const { owner, guest, token } = await invited()
  const other = await newPerson()
  await refused(other.call.households.accept({ token, wantsReminders: false }), 'households.other_address')
  await refused(owner.call.households.accept({ token, wantsReminders: false }), 'households.other_address')
  const tries = await Promise.allSettled(
    Array.from({ length: 5 }, () => guest.call.households.accept({ token, wantsReminders: false })),
  )
  expect(tries.map(({ status }) => status)).toEqual(Array(5).fill('fulfilled'))
  await guest.call.households.accept({ token, wantsReminders: false })
  await world.app.jobs.deliverEvents()
  expect((await owner.call.notifications.list({ type: 'household_changed' })).rows).toHaveLength(1)
  await refused(other.call.households.accept({ token, wantsReminders: false }), 'households.used')
  await refused(world.visitor.households.decline({ token }), 'households.used')
  // Those who have left can't come back with the old link.
  const helped = await guest.call.households.mine()
  await guest.call.households.leave({ id: helped.helped[0]!.id })
  await refused(guest.call.households.accept({ token, wantsReminders: false }), 'households.used')
  expect(await other.call.households.invitation({ token })).toEqual({ state: 'used', details: null })
})

test('an invitation expires, and sending it again makes a new link of the same invitation', async () => {
  const { owner, guest, id, token } = await invited()
  inDays(householdLimits.linkDays)
  await refused(guest.call.households.accept({ token, wantsReminders: false }), 'households.expired')
  expect((await owner.call.households.mine()).members[0]?.state).toBe('expired')
  await owner.call.households.resend({ id })
  await refused(guest.call.households.invitation({ token }), 'request.not_found')
  await guest.call.households.accept({ token: await tokenOf(guest.email), wantsReminders: false })
})

test('a withdrawn invitation says so, and so does one of a suspended owner', async () => {
  const first = await invited()
  await first.owner.call.households.remove({ id: first.id })
  const { guest, token } = first
  await refused(guest.call.households.accept({ token, wantsReminders: false }), 'households.withdrawn')
  const second = await invited()
  await db
    .updateTable('users')
    .set({ suspended_at: mondayMorning, suspended_reason: 'Spam' })
    .where('id', '=', second.owner.userId)
    .execute()
  expect(await world.visitor.households.invitation({ token: second.token })).toEqual({
    state: 'withdrawn',
    details: null,
  })
})

test('an invitation is declined without an account, and the owner can’t ask again for 30 days', async () => {
  const { owner, petId, guest, token } = await invited()
  await Promise.all([1, 2].map(() => world.visitor.households.decline({ token })))
  await refused(guest.call.households.accept({ token, wantsReminders: false }), 'households.declined')
  const again = { email: guest.email, petIds: [petId] }
  await refused(owner.call.households.invite(again), 'households.declined_before')
  inDays(householdLimits.keptDays + 1)
  await world.app.jobs.runSweep(forgetOldInvitations.name, world.clock.now)
  await owner.call.households.invite(again)
})

test('invitations can’t be used to write to strangers', async () => {
  const { owner, petId } = await newOwner()
  const unconfirmed = await newPerson()
  const { id: pet } = await makePet(db, { ownerId: unconfirmed.ownerId })
  const email = 'friend.of.many@example.org'
  await refused(unconfirmed.call.households.invite({ email, petIds: [pet] }), 'households.unconfirmed')
  const { id } = await owner.call.households.invite({ email, petIds: [petId] })
  await refused(
    owner.call.households.invite({ email: email.toUpperCase(), petIds: [petId] }),
    'households.already_invited',
  )
  await owner.call.households.resend({ id })
  await owner.call.households.resend({ id })
  await refused(owner.call.households.resend({ id }), 'households.mailed_enough')
  const other = await newOwner()
  await refused(
    other.owner.call.households.invite({ email, petIds: [other.petId] }),
    'households.mailed_enough',
  )
  await refused(
    owner.call.households.invite({ email: owner.email, petIds: [petId] }),
    'households.own_address',
  )
  await refused(owner.call.households.invite({ email: 'friend', petIds: [petId] }), 'request.malformed')
})

test.each([
  ['Asha Verma', 'Asha Verma'],
  ['आशा वर्मा', 'आशा वर्मा'],
  ['Win at evil.com', 'A pet owner'],
  ['Call 98450 12345', 'A pet owner'],
  ['https://evil', 'A pet owner'],
  [' ', 'A pet owner'],
  ['Pawfolk Security', 'A pet owner'],
  ['The P.á.w-folk team', 'A pet owner'],
  ['Рawfolk', 'A pet owner'],
])('a mail calls the inviter %s: %s', (name, shown) => {
  expect(nameForStranger(name, 'Pawfolk')).toBe(shown)
})

test('the page calls an inviter as the mail does', async () => {
  const made = await newOwner()
  await db
    .updateTable('users')
    .set({ name: 'Pawfolk Security' })
    .where('id', '=', made.owner.userId)
    .execute()
  const { guest, token } = await invited(Promise.resolve(made))
  expect((await mailsTo(guest.email))[0]?.subject).toBe('A pet owner invites you to help with their pets')
  expect((await world.visitor.households.invitation({ token })).details?.ownerName).toBe('A pet owner')
})

test('addresses with tags count as one mailbox, and a person who declined isn’t asked at another', async () => {
  const { owner, petId } = await newOwner()
  const to = (tag: string) =>
    owner.call.households.invite({ email: `kiran${tag}@example.org`, petIds: [petId] })
  await to('+1')
  await to('+2')
  await to('')
  const other = await newOwner()
  await refused(
    other.owner.call.households.invite({ email: 'kiran+3@example.org', petIds: [other.petId] }),
    'households.mailed_enough',
  )
  await world.visitor.households.decline({ token: await tokenOf('kiran+1@example.org') })
  await refused(to('+5'), 'households.declined_before')
})

test('people of whom one has blocked the other see no pets of each other, and get no news about them', async () => {
  const { owner, petId } = await newOwner()
  const guest = await newPerson()
  const id = await makeMember(db, {
    userId: owner.userId,
    memberId: guest.userId,
    email: guest.email,
    petIds: [petId],
    now: mondayMorning,
  })
  await block(guest, owner)
  expect((await guest.call.households.mine()).helped).toMatchObject([{ id, pets: [] }])
  await owner.call.households.share({ id, petIds: [petId] })
  await world.app.jobs.deliverEvents()
  expect((await guest.call.notifications.list({})).rows).toEqual([])
})

test('somebody who has blocked the inviter gets no mail, and the inviter doesn’t learn about it', async () => {
  const { owner, petId } = await newOwner()
  const guest = await newPerson()
  await block(guest, owner)
  await owner.call.households.invite({ email: guest.email, petIds: [petId] })
  expect(await mailsTo(guest.email)).toEqual([])
})

test('a household has ten members and invitations at most, even at the same moment', async () => {
  const { owner, petId } = await newOwner()
  const one = { userId: owner.userId, memberId: null, petIds: [petId], now: mondayMorning }
  for (let n = 1; n < householdLimits.members; n++)
    await makeMember(db, { ...one, email: `friend${n}@example.org` })
  const tries = await Promise.allSettled(
    [1, 2, 3].map((n) =>
      owner.call.households.invite({ email: `late${n}.${people}@example.org`, petIds: [petId] }),
    ),
  )
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('a person helps five households at most, even at the same moment', async () => {
  const guest = await newPerson()
  const owners = await Promise.all(Array.from({ length: householdLimits.households + 1 }, () => newOwner()))
  const invitations = owners.map(({ owner, petId }) => ({
    userId: owner.userId,
    petIds: [petId],
    email: guest.email,
    now: mondayMorning,
  }))
  for (const one of invitations.slice(2)) await makeMember(db, { ...one, memberId: guest.userId })
  const tokens: string[] = []
  for (const { owner, petId } of owners.slice(0, 2)) {
    await owner.call.households.invite({ email: guest.email, petIds: [petId] })
    tokens.push(await tokenOf(guest.email))
  }
  const tries = await Promise.allSettled(
    tokens.map((token) => guest.call.households.accept({ token, wantsReminders: false })),
  )
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('a member leaves, or is removed, and the other side is told', async () => {
  const { owner, petId } = await newOwner()
  const guest = await newPerson()
  const one = { userId: owner.userId, petIds: [petId], email: guest.email, now: mondayMorning }
  const id = await makeMember(db, { ...one, memberId: guest.userId })
  await guest.call.households.choose({ id, isWanted: true })
  await guest.call.households.leave({ id })
  await refused(guest.call.households.leave({ id }), 'request.not_found')
  expect((await owner.call.households.mine()).members).toEqual([])
  const back = await makeMember(db, { ...one, memberId: guest.userId })
  const { id: other } = await makePet(db, { ownerId: owner.ownerId, name: 'Kavi' })
  await owner.call.households.share({ id: back, petIds: [other] })
  await world.app.jobs.deliverEvents()
  await owner.call.households.remove({ id: back })
  expect((await guest.call.households.mine()).helped).toEqual([])
  await world.app.jobs.deliverEvents()
  const titles = async (who: Person) =>
    (await who.call.notifications.list({ type: 'household_changed' })).rows.map(({ title }) => title).sort()
  expect(await titles(owner)).toEqual(['Someone left your household'])
  expect(await titles(guest)).toEqual([
    'The pets that you help with have changed',
    'You’re no longer in a household',
  ])
})

test('an invitation is in the bell too, if the account has confirmed the invited address and hasn’t blocked the inviter', async () => {
  const bellOf = async (who: Person) =>
    (await who.call.notifications.list({ type: 'household_changed' })).rows.map(({ title }) => title)
  const { owner, petId } = await newOwner()
  const [confirmed, unconfirmed, blocking] = await Promise.all([newPerson(), newPerson(), newPerson()])
  await Promise.all([confirmed, blocking].map(confirm))
  await block(blocking, owner)
  for (const { email } of [confirmed, unconfirmed, blocking])
    await owner.call.households.invite({ email, petIds: [petId] })
  await world.app.jobs.deliverEvents()
  const [notice] = (await confirmed.call.notifications.list({ type: 'household_changed' })).rows
  expect(notice).toMatchObject({
    title: expect.stringMatching(/ invites you to help with their pets$/),
    href: `/invite/${await tokenOf(confirmed.email)}`,
  })
  expect(await bellOf(unconfirmed)).toEqual([])
  expect(await bellOf(blocking)).toEqual([])
  expect(await mailsTo(confirmed.email)).toHaveLength(1)
})

test('the push of an invitation doesn’t follow its answer, its withdrawal or a newer link', async () => {
  const { owner, petId } = await newOwner()
  const invite = async () => {
    const guest = await newPerson()
    await confirm(guest)
    await guest.call.notifications.addDevice({
      endpoint: `https://push.example/${guest.userId}`,
      p256dh: Buffer.alloc(65, 4).toString('base64url'),
      auth: Buffer.alloc(16, 4).toString('base64url'),
    })
    const { id } = await owner.call.households.invite({ email: guest.email, petIds: [petId] })
    return { id, guest, token: await tokenOf(guest.email) }
  }
  const [accepting, declining, withdrawn, silent, early] = [
    await invite(),
    await invite(),
    await invite(),
    await invite(),
    await invite(),
  ]
  // Answers before the notification is made.
  await world.visitor.households.decline({ token: early.token })
  await world.app.jobs.deliverEvents(mondayMorning)
  await accepting.guest.call.households.accept({ token: accepting.token, wantsReminders: false })
  await world.visitor.households.decline({ token: declining.token })
  await owner.call.households.remove({ id: withdrawn.id })
  await owner.call.households.resend({ id: silent.id })
  await world.app.jobs.deliverEvents(mondayMorning)
  await world.app.jobs.runSweep('send-waiting-notices', new Date(mondayMorning.getTime() + 600_000))
  const { rows } = await sql<{ path: string }>`
    select data -> 'data' -> 'message' ->> 'path' as path from jobs.job where name = 'push'`.execute(db)
  expect(rows.map(({ path }) => path)).toEqual([`/invite/${await tokenOf(silent.guest.email)}`])
})

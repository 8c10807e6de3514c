import { expect, test } from 'vitest'
import { ask, outboxOf } from '#/accounts/server/sign-in.factory.ts'
import type { Person } from '#/app/testing/people.ts'
import { openWorld } from '#/app/testing/world.ts'
import { bookingsAnHour, unansweredLimit, unconfirmedWithProviderLimit } from '#/appointments/rules.ts'
import { makeVet } from '#/veterinary/server/factory.ts'

// A transaction that waits for a lock keeps its connection, so there are more connections than racers.
const world = await openWorld({ RATE_LIMITS: 'on', DATABASE_POOL: '20' })
const slot = { date: '2026-11-03', startTime: '10:00', endTime: '10:30' }

/** Makes vets whose calendars are all free at one time: an owner could book each of them. */
async function makeVets(count: number, named: string): Promise<string[]> {
  const { userId } = await world.signUp(named)
  const others = Array.from({ length: count - 1 }, async (_, number) => {
    const id = crypto.randomUUID()
    const email = `${named}-${number}@example.org`
    await world.db.insertInto('users').values({ id, name: named, email }).execute()
    return id
  })
  const userIds = [userId, ...(await Promise.all(others))]
  return Promise.all(userIds.map((vet) => makeVet(world.db, { userId: vet, fullName: named })))
}

const confirm = (person: Person) =>
  world.db.updateTable('users').set({ email_verified: true }).where('id', '=', person.userId).execute()

/** Books all of these vets, and counts each kind of answer. */
async function book(owner: Person, vetIds: string[]): Promise<Record<string, number>> {
  const answers = await Promise.all(
    vetIds.map((vetId) =>
      owner.call.veterinary.book({ vetId, slot }).then(
        ({ status }) => status,
        (error) => error.code as string,
      ),
    ),
  )
  return Object.fromEntries(
    [...Map.groupBy(answers, (answer) => answer)].map(([key, of]) => [key, of.length]),
  )
}

test('a user without a confirmed address or number can send one request at a time, also when eight race', async () => {
  const asha = await world.signUp('asha')
  const vetIds = await makeVets(8, 'meera')
  expect(await book(asha, vetIds)).toEqual({ pending: 1, 'appointments.unconfirmed': 7 })
  const { rows } = await asha.call.appointments.appointments({ tab: 'upcoming' })
  expect(rows).toHaveLength(1)
  // Once one is answered or withdrawn, another is possible.
  await asha.call.appointments.cancel({ id: rows[0]!.id })
  expect(await book(asha, vetIds.slice(0, 2))).toEqual({ pending: 1, 'appointments.unconfirmed': 1 })
})

test('H4: throw-away accounts together take a few times of a vet, also when they race, and a confirmed owner still books', async () => {
  const [vetId = ''] = await makeVets(1, 'crowded')
  const times = ['09:00', '09:30', '10:00', '10:30', '11:00', '11:30', '12:00', '12:30']
  const strangers = await Promise.all(times.map((_, number) => world.signUp(`stranger${number}`)))
  const answers = await Promise.all(
    strangers.map((stranger, number) => {
      const startTime = times[number]!
      const endTime = startTime.endsWith('00') ? startTime.replace(':00', ':30') : times[number + 1]
      return stranger.call.veterinary
        .book({ vetId, slot: { date: '2026-11-04', startTime, endTime: endTime ?? '13:00' } })
        .then(
          ({ status }) => status,
          (error) => error.code as string,
        )
    }),
  )
  const taken = answers.filter((answer) => answer === 'pending')
  expect(taken).toHaveLength(unconfirmedWithProviderLimit)
  expect(new Set(answers)).toEqual(new Set(['pending', 'appointments.unconfirmed']))
  const honest = await world.signUp('honest')
  await confirm(honest)
  expect(await book(honest, [vetId])).toEqual({ pending: 1 })
})

test('without email verification at sign-up, an address confirmed later lifts the limit on requests', async () => {
  const omar = await world.signUp('omar')
  const vetIds = await makeVets(3, 'priya')
  expect(await book(omar, vetIds.slice(0, 1))).toEqual({ pending: 1 })
  expect(await book(omar, vetIds.slice(1))).toEqual({ 'appointments.unconfirmed': 2 })
  const { cookie, email } = omar
  expect((await ask(world.url, '/email', { email }, { cookie })).status).toBe(200)
  const token = async () =>
    (await outboxOf(world.dataDir))
      .filter((mail) => mail.startsWith(`To: ${email}`))
      .map((mail) => /\/verify-email\?token=([\w-]+)/.exec(mail)?.[1])
      .find(Boolean)
  await expect.poll(token).toBeTruthy()
  expect((await ask(world.url, '/confirm-email', { token: await token() }, { cookie })).status).toBe(200)
  expect(await book(omar, vetIds.slice(1))).toEqual({ pending: 2 })
})

test('H4: a confirmed phone number does as well as an address', async () => {
  const nila = await world.signUp('nila')
  await world.db
    .insertInto('accounts')
    .values({
      id: crypto.randomUUID(),
      user_id: nila.userId,
      account_id: '+919812345678',
      provider_id: 'phone',
      issuer: 'local:phone',
    })
    .execute()
  expect(await book(nila, await makeVets(2, 'tara'))).toEqual({ pending: 2 })
})

test('H4: of bookings with many vets that race, ten are left waiting for an answer', async () => {
  const ravi = await world.signUp('ravi')
  await confirm(ravi)
  const vetIds = await makeVets(15, 'kabir')
  expect(await book(ravi, vetIds)).toEqual({
    pending: unansweredLimit,
    'appointments.too_many_unanswered': 15 - unansweredLimit,
  })
})

test('H4: twenty bookings an hour are heard, cancelled or not', async () => {
  const zoya = await world.signUp('zoya')
  await confirm(zoya)
  const [vetId] = await makeVets(1, 'lata')
  const rounds = []
  for (let round = 0; round <= bookingsAnHour.max; round++)
    rounds.push(
      await zoya.call.veterinary.book({ vetId: vetId!, slot }).then(
        async ({ id }) => (await zoya.call.appointments.cancel({ id })).status,
        (error) => `${error.status} ${error.code} ${error.data.retryAfter > 3000}`,
      ),
    )
  expect(rounds).toEqual([...Array(bookingsAnHour.max).fill('cancelled'), '429 appointments.too_often true'])
})

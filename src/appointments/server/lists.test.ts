import { expect, test, vi } from 'vitest'
import { openWorld, type Person } from '#/app/testing/world.ts'
import type { AppointmentStatus } from '#/appointments/rules.ts'
import { newId } from '#/kernel/server/new-id.ts'
import { statementsWith } from '#/kernel/testing/statements.ts'
import { makePet } from '#/pets/server/factory.ts'
import { makeSitter, makeSittingRequest } from '#/sitting/server/sitter.factory.ts'
import { makeAppointment } from '#/veterinary/server/appointment.factory.ts'
import { makeVet } from '#/veterinary/server/factory.ts'

const world = await openWorld()
const meera = await world.signUp('meera')
const kabir = await world.signUp('kabir')
const vetId = await makeVet(world.db, { userId: meera.userId, fullName: 'Meera Iyer' })
const otherVetId = await makeVet(world.db, { userId: kabir.userId, fullName: 'Kabir Shah', location: 'Pune' })
for (const vet of [meera, kabir])
  await vi.waitUntil(async () => (await vet.call.accounts.me()).user?.records['veterinary_doctor'])

/** Half hours from the test's now, so that `inHalfHours(-1)` ends now. */
const inHalfHours = (count: number) => new Date(world.clock.now.getTime() + count * 1_800_000)

const make = (owner: Person, startsAt: Date, status: AppointmentStatus = 'pending', vet = vetId) =>
  makeAppointment(world.db, { ownerId: owner.ownerId, vetId: vet, startsAt, status })

type Page = { rows: { id: string }[]; nextCursor: string | null }

async function everyPage(ask: (cursor: string | undefined) => Promise<Page>) {
  const sizes: number[] = []
  const ids: string[] = []
  let cursor: string | undefined
  do {
    const page = await ask(cursor)
    sizes.push(page.rows.length)
    ids.push(...page.rows.map(({ id }) => id))
    cursor = page.nextCursor ?? undefined
  } while (cursor)
  return { sizes, ids }
}

test('open visits are upcoming, soonest first; all others are past, newest first', async () => {
  const asha = await world.signUp('asha')
  const running = await make(asha, new Date(world.clock.now.getTime() - 60_000), 'confirmed', otherVetId)
  const tomorrow = await make(asha, inHalfHours(48), 'confirmed')
  const soon = await make(asha, inHalfHours(2))
  const justOver = await make(asha, inHalfHours(-1), 'confirmed')
  const cancelled = await make(asha, inHalfHours(10), 'cancelled')
  const closed: string[] = []
  for (const [index, status] of (['completed', 'declined', 'expired', 'no_show'] as const).entries())
    closed.push(await make(asha, inHalfHours(-10 - index), status))
  const ids = async (tab: 'upcoming' | 'past') =>
    (await asha.call.appointments.appointments({ tab })).rows.map(({ id }) => id)
  expect(await ids('upcoming')).toEqual([running, soon, tomorrow])
  expect(await ids('past')).toEqual([cancelled, justOver, ...closed])

  const first = await asha.call.appointments.appointments({ tab: 'upcoming', limit: 1 })
  expect(first.rows.map(({ id }) => id)).toEqual([running])
  const second = await asha.call.appointments.appointments({
    tab: 'upcoming',
    limit: 1,
    cursor: first.nextCursor!,
  })
  expect(second.rows.map(({ id }) => id)).toEqual([soon])
})

test('a vet finds pending visits under requests, confirmed ones under upcoming, and the rest under past', async () => {
  const ravi = await world.signUp('ravi')
  const waiting = await make(ravi, inHalfHours(20), 'pending', otherVetId)
  const agreed = await make(ravi, inHalfHours(22), 'confirmed', otherVetId)
  const unanswered = await make(ravi, inHalfHours(-30), 'pending', otherVetId)
  const ids = async (tab: 'requests' | 'upcoming' | 'past') =>
    (await kabir.call.appointments.visits({ tab })).rows.map(({ id }) => id)
  expect(await ids('requests')).toEqual([waiting])
  expect(await ids('upcoming')).toContain(agreed)
  expect(await ids('upcoming')).not.toContain(waiting)
  expect(await ids('past')).toContain(unanswered)
  expect((await meera.call.appointments.visits({ tab: 'requests' })).rows.map(({ id }) => id)).not.toContain(
    waiting,
  )
})

test('one appointment is found in whichever tab it is, by its own two sides only', async () => {
  const [tarini, rohan] = await Promise.all([world.signUp('tarini'), world.signUp('rohan')])
  const past = await make(tarini, inHalfHours(-50), 'completed')
  await make(tarini, inHalfHours(90), 'confirmed')
  const ids = (page: Page) => page.rows.map(({ id }) => id)
  const asked = { tab: 'upcoming' as const, group: 'series' as const, id: past }
  expect(ids(await tarini.call.appointments.appointments(asked))).toEqual([past])
  expect(ids(await meera.call.appointments.visits(asked))).toEqual([past])
  expect(ids(await rohan.call.appointments.appointments(asked))).toEqual([])
  expect(ids(await kabir.call.appointments.visits(asked))).toEqual([])
})

test('requests are sorted by when they were sent, not by when the visit is', async () => {
  const uma = await world.signUp('uma')
  const noor = await world.signUp('noor')
  const doctorId = await makeVet(world.db, { userId: noor.userId, fullName: 'Noor Khan' })
  await vi.waitUntil(async () => (await noor.call.accounts.me()).user?.records['veterinary_doctor'])
  const ask = (startsAt: Date, bookedAt: Date) =>
    makeAppointment(world.db, { ownerId: uma.ownerId, vetId: doctorId, startsAt, bookedAt })
  const last = await ask(inHalfHours(2), inHalfHours(-1))
  const first = await ask(inHalfHours(40), inHalfHours(-9))
  const second = await ask(inHalfHours(20), inHalfHours(-5))
  const { rows } = await noor.call.appointments.visits({ tab: 'requests' })
  expect(rows.map(({ id }) => id)).toEqual([first, second, last])
})

test('an appointment carries everything its card shows', async () => {
  const zoya = await world.signUp('zoya')
  const bruno = await makePet(world.db, { ownerId: zoya.ownerId, name: 'Bruno', breed: 'Indie' })
  const id = await makeAppointment(world.db, {
    ownerId: zoya.ownerId,
    vetId,
    startsAt: inHalfHours(1000),
    petId: bruno.id,
    reason: 'Limping',
    fee: 75_000,
  })
  const pet = { id: bruno.id, name: 'Bruno', breed: 'Indie', species: 'dog', photoUrl: null }
  const shared = { id, pets: [pet], reason: 'Limping', price: { amount: 75_000, currency: 'INR' } }
  const own = await zoya.call.appointments.appointments({ tab: 'upcoming' })
  expect(own.rows).toMatchObject([{ ...shared, provider: { fullName: 'Meera Iyer', location: 'Bengaluru' } }])
  const { rows } = await meera.call.appointments.visits({ tab: 'requests' })
  expect(rows.find((visit) => visit.id === id)).toMatchObject({ ...shared, owner: { name: 'zoya' } })

  await world.db.deleteFrom('pets').where('id', '=', bruno.id).execute()
  expect((await zoya.call.appointments.appointments({ tab: 'upcoming' })).rows).toMatchObject([{ pets: [] }])
})

test('a vet learns how to reach the owner once a visit is agreed, and not before', async () => {
  const hana = await world.signUp('hana')
  await hana.call.owners.saveProfile({ fullName: 'hana', phoneNumber: '+919845000123', city: 'Pune' })
  const { call } = meera
  const known: Record<AppointmentStatus, boolean> = {
    pending: false,
    confirmed: true,
    completed: true,
    no_show: true,
    cancelled: false,
    declined: false,
    expired: false,
  }
  for (const [index, status] of (Object.keys(known) as AppointmentStatus[]).entries()) {
    const id = await make(hana, inHalfHours(100 + index), status)
    const pages = await Promise.all(
      (['requests', 'upcoming', 'past'] as const).map((tab) => call.appointments.visits({ tab })),
    )
    const visit = pages.flatMap(({ rows }) => rows).find((row) => row.id === id)
    expect(visit?.owner, status).toEqual({
      name: 'hana',
      email: known[status] ? hana.email : null,
      phone: known[status] ? '+919845000123' : null,
    })
  }
})

test('an owner’s number is the profile’s, otherwise the one they log in with', async () => {
  const hana = await world.signUp('hanna')
  const id = await makeAppointment(world.db, { ownerId: hana.ownerId, vetId, startsAt: inHalfHours(1100) })
  const owner = async (tab: 'requests' | 'upcoming') =>
    (await meera.call.appointments.visits({ tab })).rows.find((visit) => visit.id === id)?.owner
  await world.db
    .insertInto('accounts')
    .values({
      id: newId(),
      user_id: hana.userId,
      account_id: '+919845000999',
      provider_id: 'phone',
      issuer: 'phone',
    })
    .execute()
  expect(await owner('requests')).toMatchObject({ email: null, phone: null })
  await meera.call.appointments.accept({ id })
  expect(await owner('upcoming')).toMatchObject({ email: hana.email, phone: '+919845000999' })
  await hana.call.owners.saveProfile({ fullName: 'Hanna', phoneNumber: '+91 98450 00111', city: 'Pune' })
  expect((await owner('upcoming'))?.phone).toMatch(/00111$/)
})

test('45 appointments come in pages of 20, none twice and none left out, some at the same moment', async () => {
  const tara = await world.signUp('tara')
  const booked: string[] = []
  for (let n = 0; n < 45; n++)
    booked.push(await make(tara, inHalfHours(-100 - Math.floor(n / 3)), 'completed'))
  const own = await everyPage((cursor) => tara.call.appointments.appointments({ tab: 'past', cursor }))
  expect(own.sizes).toEqual([20, 20, 5])
  expect(new Set(own.ids)).toEqual(new Set(booked))
  expect(own.ids).toHaveLength(45)

  const ahead: string[] = []
  for (let n = 0; n < 45; n++) ahead.push(await make(tara, inHalfHours(5000 + n)))
  const upcoming = await everyPage((cursor) =>
    tara.call.appointments.appointments({ tab: 'upcoming', cursor }),
  )
  expect(upcoming).toEqual({ sizes: [20, 20, 5], ids: ahead })
  const requests = await everyPage((cursor) => meera.call.appointments.visits({ tab: 'requests', cursor }))
  expect(requests.ids.filter((id) => ahead.includes(id))).toEqual(ahead)
})

test('a page costs one statement, with one row or with twenty', async () => {
  const nila = await world.signUp('nila')
  const count = async () => {
    let rows: unknown[] = []
    const asked = await statementsWith('from "appointments"', async () => {
      rows = (await nila.call.appointments.appointments({ tab: 'past' })).rows
    })
    return { rows: rows.length, asked: asked.length }
  }
  await make(nila, inHalfHours(-300), 'completed')
  await count()
  const one = await count()
  for (let n = 1; n < 30; n++) await make(nila, inHalfHours(-300 - n), 'completed')
  const twenty = await count()
  expect([one.rows, twenty.rows]).toEqual([1, 20])
  expect(twenty.asked).toBe(one.asked)
  expect(one.asked).toBe(1)
})

test('a page of a provider costs one statement, with what to look out for at each visit', async () => {
  const isla = await world.signUp('isla')
  for (let n = 0; n < 3; n++) await make(isla, inHalfHours(7000 + n), 'confirmed')
  const page = async () => {
    let rows: { flags: unknown[] }[] = []
    const asked = await statementsWith('appointments', async () => {
      rows = (await meera.call.appointments.visits({ tab: 'upcoming' })).rows
    })
    return { asked: asked.length, flags: rows.flatMap(({ flags }) => flags).length }
  }
  await page()
  const { asked, flags } = await page()
  expect(asked).toBe(1)
  expect(flags).toBeGreaterThan(0)
})

test('the lists are closed to those without the record, and to made-up tabs, limits and cursors', async () => {
  const isha = await world.signUp('isha')
  await expect(isha.call.appointments.visits({ tab: 'requests' })).rejects.toMatchObject({
    code: 'request.forbidden',
    status: 403,
  })
  await expect(world.visitor.appointments.appointments({ tab: 'past' })).rejects.toMatchObject({
    code: 'request.signed_out',
    status: 401,
  })
  const malformed = [
    { tab: 'requests' },
    { tab: 'past', limit: 0 },
    { tab: 'past', limit: 21 },
    { tab: 'past', cursor: 'yesterday' },
    { tab: 'past', cursor: Buffer.from('["2026-02-30T99:00:00Z","x"]').toString('base64url') },
  ]
  for (const input of malformed) {
    await expect(
      isha.call.appointments.appointments(input as never),
      JSON.stringify(input),
    ).rejects.toMatchObject({
      code: 'request.malformed',
      status: 400,
    })
  }
})

test('a grouped list has one row for each series, with its next days; no series is on two pages', async () => {
  const kiran = await world.signUp('kiran')
  const sitterId = await makeSitter(world.db, { userId: kabir.userId })
  const asked = { ownerId: meera.ownerId, sitterId, startsAt: inHalfHours(9000), status: 'declined' } as const
  const series = [
    await makeSittingRequest(world.db, asked),
    await makeSittingRequest(world.db, asked),
  ] as const
  const days: Record<string, string[]> = { [series[0]]: [], [series[1]]: [] }
  const alone: string[] = []
  for (let n = 0; n < 12; n++) {
    const id = await make(kiran, inHalfHours(9000 + 10 * n), 'confirmed')
    if (n % 3 === 2) alone.push(id)
    else {
      const series_id = series[n % 3 === 0 ? 0 : 1]
      days[series_id]!.push(id)
      await world.db.updateTable('appointments').set({ series_id }).where('id', '=', id).execute()
    }
  }
  const [daily, weekly] = series.map((id) => days[id]!) as [string[], string[]]
  const listed = async (side: 'appointments' | 'visits') => {
    const rows: { id: string; others: { count: number; rows: { id: string }[] } | null }[] = []
    let cursor: string | undefined
    do {
      const input = { tab: 'upcoming', group: 'series', cursor } as const
      const page =
        side === 'visits'
          ? await meera.call.appointments.visits(input)
          : await kiran.call.appointments.appointments({ ...input, limit: 2 })
      rows.push(...page.rows)
      cursor = page.nextCursor ?? undefined
    } while (cursor)
    return rows.flatMap(({ id, others }) =>
      [...daily, ...weekly, ...alone].includes(id)
        ? [[id, others?.count, ...(others?.rows ?? []).map((one) => one.id)]]
        : [],
    )
  }
  const expected = [
    [daily[0], 3, ...daily.slice(1)],
    [weekly[0], 3, ...weekly.slice(1)],
    ...alone.map((id) => [id, undefined]),
  ]
  expect(await listed('appointments')).toEqual(expected)
  expect(await listed('visits')).toEqual(expected)

  for (let n = 0; n < 4; n++) {
    const id = await make(kiran, inHalfHours(9500 + n), 'confirmed')
    await world.db.updateTable('appointments').set({ series_id: series[0] }).where('id', '=', id).execute()
    daily.push(id)
  }
  await kiran.call.appointments.cancel({ id: daily[0]! })
  const [first] = await listed('appointments')
  expect(first).toEqual([weekly[0], 3, ...weekly.slice(1)])
  expect((await listed('appointments'))[1]).toContain(alone[0])
  const inSeries = { tab: 'upcoming', series: series[0] } as const
  const own = await everyPage((cursor) =>
    kiran.call.appointments.appointments({ ...inSeries, limit: 3, cursor }),
  )
  expect(own).toEqual({ sizes: [3, 3, 1], ids: daily.slice(1) })
  const stranger = await world.signUp('lata')
  expect((await stranger.call.appointments.appointments(inSeries)).rows).toEqual([])
})

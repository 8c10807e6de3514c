import { beforeAll, describe, expect, test } from 'vitest'
import { openWorld, type Person } from '#/app/testing/world.ts'
import { slotTrades } from '#/booking/trades.ts'
import { newId } from '#/kernel/server/new-id.ts'
import { makeStylist } from '#/styling/server/styling.factory.ts'
import { makeAppointment } from '#/veterinary/server/appointment.factory.ts'
import { makeProvider } from './provider.factory.ts'

// It is Monday, 2 November 2026, 09:00 in Kolkata.
const world = await openWorld()
const asha = await world.signUp('asha')

const range = (startTime: string, endTime: string, more = {}) => ({
  startTime,
  endTime,
  slotMinutes: 30,
  ...more,
})
const day = (name: string, ...ranges: ReturnType<typeof range>[]) => ({
  day: name as 'monday',
  isOpen: true,
  ranges,
})

let people = 0
/** Makes a new vet for one test: not verified, without hours. */
async function newVet() {
  const person = await world.signUp(`vet${people++}`)
  const providerId = await makeProvider(world.db, 'veterinary', person.userId)
  return { ...person, vetId: providerId, booking: person.call.booking }
}

/** Books Asha's visit in November, by Kolkata's clocks. */
const visit = (vetId: string, date: string, clock: string) =>
  makeAppointment(world.db, {
    ownerId: asha.ownerId,
    vetId,
    startsAt: new Date(`${date}T${clock}:00+05:30`),
    status: 'confirmed',
  })

describe.each(slotTrades)('for %s', (trade) => {
  let person: Person
  beforeAll(async () => {
    person = await world.signUp(`leela.${trade}`)
    await makeProvider(world.db, trade, person.userId)
  })

  test('a new provider has an empty calendar with the usual settings', async () => {
    const { booking } = person.call
    expect(await booking.calendars()).toMatchObject({
      calendars: [{ trade, hasHours: false, awayUntil: null }],
    })
    const own = await booking.availability({ trade })
    expect(own).toMatchObject({
      settings: { timeZone: 'Asia/Kolkata', minimumNoticeMinutes: 60, bufferMinutes: 0 },
      dates: [],
      holidays: [],
      busy: [],
      outside: [],
      listed: trade !== 'veterinary',
    })
    expect(own.week.days).toHaveLength(7)
    expect(own.week.days[0]).toEqual({ day: 'monday', isOpen: false, ranges: [] })
  })

  test('weekly hours come back as they were saved, and stand on the card in words', async () => {
    const { booking } = person.call
    const lunch = { startTime: '12:00', endTime: '12:30', reason: 'Lunch' }
    const saved = await booking.saveWeek({
      trade,
      days: [
        day('friday', range('22:00', '24:00'), range('09:00', '13:00', { slotMinutes: 45, breaks: [lunch] })),
        { ...day('monday', range('10:00', '11:00')), isOpen: false },
      ],
    })
    expect(saved.week.days[4]).toMatchObject({
      day: 'friday',
      isOpen: true,
      ranges: [
        { startTime: '09:00', endTime: '13:00', slotMinutes: 45, breaks: [lunch] },
        { startTime: '22:00', endTime: '24:00', slotMinutes: 30, breaks: [] },
      ],
    })
    expect(saved.week.days[0]).toMatchObject({ isOpen: false, ranges: [{ startTime: '10:00' }] })
    expect(await booking.availability({ trade })).toEqual(saved)
    const table = {
      veterinary: 'veterinary_doctors',
      training: 'pet_trainers',
      styling: 'pet_stylists',
    } as const
    const card = await world.db
      .selectFrom(table[trade])
      .select('availability')
      .where('user_id', '=', person.userId)
      .executeTakeFirstOrThrow()
    expect(card.availability).toBe('Fri, 9:00–13:00 and 22:00–24:00')
    expect(await booking.calendars()).toMatchObject({ calendars: [{ trade, hasHours: true }] })
  })

  test('a row that is only changed stays the row it is; others come and go', async () => {
    const { booking } = person.call
    const before = (await booking.availability({ trade })).week.days[4]!.ranges
    const [morning, night] = before
    const { week } = await booking.saveWeek({
      trade,
      days: [day('tuesday', { ...morning!, endTime: '14:00' }), day('friday', range('15:00', '16:00'))],
    })
    expect(week.days[1]!.ranges).toEqual([{ ...morning, endTime: '14:00' }])
    const [afternoon] = week.days[4]!.ranges
    expect([morning!.id, night!.id]).not.toContain(afternoon!.id)
    expect(week.days[0]!.ranges).toEqual([])
  })

  test('a date has its own hours, other ones, none, and then the weekly ones again', async () => {
    const { booking } = person.call
    const date = '2026-11-10'
    const own = await booking.saveDate({ trade, date, isOpen: true, ranges: [range('16:00', '18:00')] })
    expect(own.dates).toMatchObject([{ date, isOpen: true, ranges: [{ startTime: '16:00' }] }])
    const [first] = own.dates
    const changed = await booking.saveDate({
      trade,
      date,
      isOpen: true,
      version: first!.version,
      ranges: [{ ...first!.ranges[0]!, endTime: '19:00' }],
    })
    expect(changed.dates[0]!.ranges).toEqual([{ ...first!.ranges[0], endTime: '19:00' }])
    const closed = await booking.saveDate({ trade, date, isOpen: false, ranges: [] })
    expect(closed.dates).toMatchObject([{ date, isOpen: false, ranges: [] }])
    expect(closed.week).toEqual(own.week)
    const { version } = closed.dates[0]!
    expect((await booking.removeDate({ trade, date, version })).dates).toEqual([])
    await expect(booking.removeDate({ trade, date })).rejects.toMatchObject({ code: 'request.not_found' })
  })

  test('holidays are added once, listed in order and taken back', async () => {
    const { booking } = person.call
    const later = { startDate: '2026-12-24', endDate: '2026-12-26', reason: 'Christmas' }
    const sooner = { startDate: '2026-11-05', endDate: '2026-11-05', reason: null }
    await booking.addHoliday({ trade, ...later })
    const { holidays } = await booking.addHoliday({ trade, ...sooner })
    expect(holidays).toMatchObject([sooner, later])
    await expect(booking.addHoliday({ trade, ...later, reason: 'Again' })).rejects.toMatchObject({
      code: 'booking.holiday_known',
    })
    const left = await booking.removeHoliday({ trade, id: holidays[0]!.id })
    expect(left.holidays).toMatchObject([later])
    await expect(booking.removeHoliday({ trade, id: holidays[0]!.id })).rejects.toMatchObject({
      code: 'request.not_found',
    })
  })

  test('zone, notice and buffer are saved', async () => {
    const { booking } = person.call
    const settings = { timeZone: 'Europe/London', minimumNoticeMinutes: 0, bufferMinutes: 15 }
    expect((await booking.saveSettings({ trade, ...settings })).settings).toMatchObject(settings)
    expect((await booking.availability({ trade })).settings).toMatchObject(settings)
  })

  test('a calendar of another trade or of nobody isn’t found', async () => {
    const refused = { code: 'request.not_found', status: 404 }
    const other = slotTrades.find((name) => name !== trade)!
    for (const [caller, asked] of [
      [person, other],
      [asha, trade],
    ] as const) {
      const { booking } = caller.call
      await expect(booking.availability({ trade: asked })).rejects.toMatchObject(refused)
      await expect(booking.saveWeek({ trade: asked, days: [] })).rejects.toMatchObject(refused)
      const date = '2026-11-10'
      await expect(booking.saveDate({ trade: asked, date, isOpen: false, ranges: [] })).rejects.toMatchObject(
        refused,
      )
      await expect(booking.removeDate({ trade: asked, date })).rejects.toMatchObject(refused)
      const days = { startDate: date, endDate: date }
      await expect(booking.addHoliday({ trade: asked, ...days })).rejects.toMatchObject(refused)
      await expect(booking.removeHoliday({ trade: asked, id: newId() })).rejects.toMatchObject(refused)
      const settings = { timeZone: 'Asia/Kolkata', minimumNoticeMinutes: 0, bufferMinutes: 0 }
      await expect(booking.saveSettings({ trade: asked, ...settings })).rejects.toMatchObject(refused)
    }
    expect(await asha.call.booking.calendars()).toEqual({ calendars: [] })
  })
})

test('without a login no calendar can be read or changed', async () => {
  const refused = { code: 'request.signed_out', status: 401 }
  await expect(world.visitor.booking.availability({ trade: 'veterinary' })).rejects.toMatchObject(refused)
  await expect(world.visitor.booking.saveWeek({ trade: 'veterinary', days: [] })).rejects.toMatchObject(
    refused,
  )
  await expect(world.visitor.booking.calendars()).rejects.toMatchObject(refused)
})

test('someone else’s rows and holidays aren’t found and don’t change', async () => {
  const [mine, theirs] = [await newVet(), await newVet()]
  const trade = 'veterinary' as const
  const hours = await theirs.booking.saveWeek({ trade, days: [day('monday', range('09:00', '12:00'))] })
  const [row] = hours.week.days[0]!.ranges
  const before = await theirs.booking.addHoliday({ trade, startDate: '2026-11-20', endDate: '2026-11-20' })
  const refused = { code: 'request.not_found', status: 404 }
  const taken = [{ ...row!, endTime: '10:00' }]
  await expect(mine.booking.saveWeek({ trade, days: [day('monday', ...taken)] })).rejects.toMatchObject(
    refused,
  )
  await expect(
    mine.booking.saveDate({ trade, date: '2026-11-10', isOpen: true, ranges: taken }),
  ).rejects.toMatchObject(refused)
  await expect(mine.booking.removeHoliday({ trade, id: before.holidays[0]!.id })).rejects.toMatchObject(
    refused,
  )
  // Nor may one of their own rows appear twice.
  await expect(
    theirs.booking.saveWeek({ trade, days: [day('monday', row!), day('tuesday', row!)] }),
  ).rejects.toMatchObject(refused)
  expect(await theirs.booking.availability({ trade })).toEqual(before)
})

describe('invalid hours are refused, naming the day and the row', () => {
  const pause = (startTime: string, endTime: string) => ({ startTime, endTime })
  test.each<[string, ReturnType<typeof range>[], object]>([
    ['booking.hours_missing', [], {}],
    ['booking.hours_end_first', [range('09:00', '12:00'), range('14:00', '14:00')], { row: 1 }],
    ['booking.hours_overlap', [range('09:00', '12:00'), range('11:59', '14:00')], { row: 1 }],
    ['booking.hours_too_short', [range('09:00', '09:20')], { row: 0 }],
    [
      'booking.break_outside',
      [range('09:00', '12:00', { breaks: [pause('08:30', '09:30')] })],
      { row: 0, pause: 0 },
    ],
    [
      'booking.break_ends_first',
      [range('09:00', '12:00', { breaks: [pause('10:00', '10:00')] })],
      { row: 0, pause: 0 },
    ],
    [
      'booking.breaks_overlap',
      [range('09:00', '12:00', { breaks: [pause('10:00', '11:00'), pause('10:30', '11:30')] })],
      { row: 0, pause: 1 },
    ],
  ])('%s', async (code, ranges, where) => {
    const { booking } = await newVet()
    const trade = 'veterinary' as const
    await expect(
      booking.saveWeek({ trade, days: [day('monday', range('09:00', '10:00')), day('tuesday', ...ranges)] }),
    ).rejects.toMatchObject({ code, status: 422, data: { day: 'tuesday', ...where } })
    const date = '2026-11-10'
    await expect(booking.saveDate({ trade, date, isOpen: true, ranges })).rejects.toMatchObject({
      code,
      data: { date, ...where },
    })
    const { week, dates } = await booking.availability({ trade })
    expect(week.days.every(({ ranges }) => ranges.length === 0)).toBe(true)
    expect(dates).toEqual([])
  })

  test('days that have passed, lie too far ahead or end before they begin', async () => {
    const { booking } = await newVet()
    const trade = 'veterinary' as const
    const closed = { trade, isOpen: false, ranges: [] }
    await expect(booking.saveDate({ ...closed, date: '2026-11-01' })).rejects.toMatchObject({
      code: 'booking.day_over',
    })
    await expect(booking.saveDate({ ...closed, date: '2028-11-03' })).rejects.toMatchObject({
      code: 'booking.too_far',
    })
    const holiday = (startDate: string, endDate: string) => booking.addHoliday({ trade, startDate, endDate })
    await expect(holiday('2026-11-05', '2026-11-04')).rejects.toMatchObject({
      code: 'booking.holiday_ends_first',
    })
    await expect(holiday('2026-10-01', '2026-11-01')).rejects.toMatchObject({ code: 'booking.day_over' })
    await expect(holiday('2026-12-01', '2028-12-01')).rejects.toMatchObject({ code: 'booking.too_far' })
    expect((await holiday('2026-10-01', '2026-11-02')).holidays).toHaveLength(1)
  })

  test.each<[string, object]>([
    ['slots of 9 minutes', { days: [day('monday', range('09:00', '12:00', { slotMinutes: 9 }))] }],
    ['slots of 241 minutes', { days: [day('monday', range('09:00', '22:00', { slotMinutes: 241 }))] }],
    ['a day twice', { days: [day('monday'), day('monday')] }],
    ['an end at 24:01', { days: [day('monday', range('09:00', '24:01'))] }],
    [
      'nine rows in a day',
      {
        days: [day('monday', ...Array.from({ length: 9 }, (_, hour) => range(`0${hour}:00`, `0${hour}:30`)))],
      },
    ],
    ['an unknown trade', { trade: 'shop', days: [] }],
    ['a name of a table', { trade: 'users; drop table users', days: [] }],
  ])('%s is malformed', async (_what, input) => {
    const { booking } = await newVet()
    await expect(booking.saveWeek({ trade: 'veterinary', ...input } as never)).rejects.toMatchObject({
      code: 'request.malformed',
    })
  })

  test.each([['IST'], ['+05:30'], ['Mars/Olympus'], ['SystemV/PST8'], ['']])(
    'the zone %s',
    async (timeZone) => {
      const { booking } = await newVet()
      await expect(
        booking.saveSettings({ trade: 'veterinary', timeZone, minimumNoticeMinutes: 0, bufferMinutes: 0 }),
      ).rejects.toMatchObject({ code: 'request.malformed' })
    },
  )
})

describe('bookings that would fall outside', () => {
  const trade = 'veterinary' as const
  async function bookedVet() {
    const vet = await newVet()
    await vet.booking.saveWeek({ trade, days: [day('wednesday', range('09:00', '17:00'))] })
    const morning = await visit(vet.vetId, '2026-11-04', '09:00')
    const evening = await visit(vet.vetId, '2026-11-11', '16:30')
    return { ...vet, morning, evening }
  }

  test('are listed with time, owner and status, and nothing is saved', async () => {
    const { booking, morning } = await bookedVet()
    const before = await booking.availability({ trade })
    await expect(
      booking.saveWeek({ trade, days: [day('wednesday', range('10:00', '17:00'))] }),
    ).rejects.toMatchObject({
      code: 'booking.bookings_outside',
      status: 409,
      data: {
        bookings: [
          {
            id: morning,
            startsAt: new Date('2026-11-04T03:30:00Z'),
            endsAt: new Date('2026-11-04T04:00:00Z'),
            status: 'confirmed',
            ownerName: 'asha',
            petName: null,
          },
        ],
      },
    })
    expect(await booking.availability({ trade })).toEqual(before)
  })

  test('stay where they are once they are known, and are shown as long as they lie outside', async () => {
    const { booking, morning, evening } = await bookedVet()
    const days = [day('wednesday', range('10:00', '16:00'))]
    await expect(booking.saveWeek({ trade, days, knownOutside: [morning] })).rejects.toMatchObject({
      code: 'booking.bookings_outside',
    })
    const saved = await booking.saveWeek({ trade, days, knownOutside: [morning, evening] })
    expect(saved.outside.map(({ id }) => id)).toEqual([morning, evening])
    expect(saved.busy).toHaveLength(2)
    // Already acknowledged, so an unrelated change doesn't ask again.
    const holiday = { trade, startDate: '2026-11-20', endDate: '2026-11-20' } as const
    expect((await booking.addHoliday(holiday)).outside).toHaveLength(2)
    const widened = await booking.saveWeek({ trade, days: [day('wednesday', range('09:00', '16:00'))] })
    expect(widened.outside.map(({ id }) => id)).toEqual([evening])
  })

  test('are found for a holiday, a closed date, other hours of a date, their removal, and another zone', async () => {
    const { booking, morning, evening } = await bookedVet()
    const told = async (change: Promise<unknown>) => {
      const error = await change.then(
        () => undefined,
        (refusal) => refusal,
      )
      expect(error).toMatchObject({ code: 'booking.bookings_outside' })
      return error.data.bookings.map(({ id }: { id: string }) => id)
    }
    expect(await told(booking.addHoliday({ trade, startDate: '2026-11-03', endDate: '2026-11-04' }))).toEqual(
      [morning],
    )
    expect(await told(booking.addHoliday({ trade, startDate: '2026-11-01', endDate: '2026-11-30' }))).toEqual(
      [morning, evening],
    )
    const closed = { trade, date: '2026-11-11', isOpen: false, ranges: [] }
    expect(await told(booking.saveDate(closed))).toEqual([evening])
    const shorter = { ...closed, isOpen: true, ranges: [range('09:00', '16:00')] }
    expect(await told(booking.saveDate(shorter))).toEqual([evening])
    const zone = { timeZone: 'Asia/Dubai', minimumNoticeMinutes: 60, bufferMinutes: 0 }
    expect(await told(booking.saveSettings({ trade, ...zone }))).toEqual([morning])

    const longer = { ...closed, date: '2026-11-04', isOpen: true, ranges: [range('08:00', '17:00')] }
    await booking.saveDate(longer)
    await booking.saveWeek({ trade, days: [day('wednesday', range('12:00', '17:00'))] })
    expect(await told(booking.removeDate({ trade, date: '2026-11-04' }))).toEqual([morning])
  })

  test('only count while they are open and to come', async () => {
    const { booking } = await bookedVet()
    const { rows } = await asha.call.appointments.appointments({ tab: 'upcoming' })
    for (const { id } of rows) await asha.call.appointments.cancel({ id })
    expect((await booking.saveWeek({ trade, days: [] })).outside).toEqual([])
  })
})

describe('in two tabs', () => {
  const trade = 'veterinary' as const
  test('a change based on outdated hours is refused, and nothing is lost', async () => {
    const { booking } = await newVet()
    const { week, settings } = await booking.availability({ trade })
    const first = [day('monday', range('09:00', '12:00'))]
    const saved = await booking.saveWeek({ trade, days: first, version: week.version })
    const refused = { code: 'booking.hours_changed', status: 409 }
    const second = { trade, days: [day('tuesday', range('09:00', '12:00'))] }
    await expect(booking.saveWeek({ ...second, version: week.version })).rejects.toMatchObject(refused)
    expect(await booking.availability({ trade })).toEqual(saved)
    expect((await booking.saveWeek({ ...second, version: saved.week.version })).week.days[0]!.isOpen).toBe(
      false,
    )

    const zone = { timeZone: 'Asia/Colombo', minimumNoticeMinutes: 5, bufferMinutes: 5 }
    await booking.saveSettings({ trade, ...zone, version: settings.version })
    await expect(booking.saveSettings({ trade, ...zone, version: settings.version })).rejects.toMatchObject(
      refused,
    )

    const date = { trade, date: '2026-11-12', isOpen: false, ranges: [] }
    const { dates } = await booking.saveDate(date)
    await booking.saveDate({ ...date, isOpen: true, ranges: [range('09:00', '12:00')] })
    await expect(booking.saveDate({ ...date, version: dates[0]!.version })).rejects.toMatchObject(refused)
    await expect(
      booking.removeDate({ trade, date: date.date, version: dates[0]!.version }),
    ).rejects.toMatchObject(refused)
  })

  test('changing one part doesn’t outdate another', async () => {
    const { booking } = await newVet()
    const { week } = await booking.availability({ trade })
    await booking.addHoliday({ trade, startDate: '2026-11-20', endDate: '2026-11-20' })
    await booking.saveDate({ trade, date: '2026-11-12', isOpen: false, ranges: [] })
    await booking.saveSettings({ trade, timeZone: 'UTC', minimumNoticeMinutes: 0, bufferMinutes: 0 })
    const days = [day('monday', range('09:00', '12:00'))]
    expect((await booking.saveWeek({ trade, days, version: week.version })).week.days[0]!.isOpen).toBe(true)
  })
})

test('an appointment keeps its row of hours while that changes, and loses it when it is deleted', async () => {
  const vet = await newVet()
  const trade = 'veterinary' as const
  await world.db
    .updateTable('veterinary_doctors')
    .set({ verification_status: 'verified' })
    .where('id', '=', vet.vetId)
    .execute()
  const { week } = await vet.booking.saveWeek({ trade, days: [day('thursday', range('09:00', '12:00'))] })
  const [row] = week.days[3]!.ranges
  const slot = { date: '2026-11-05', startTime: '09:00', endTime: '09:30' }
  const { id } = await asha.call.veterinary.book({ vetId: vet.vetId, slot })
  const scheduleOf = async () =>
    (
      await world.db
        .selectFrom('veterinary_appointments')
        .select('schedule_id')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).schedule_id
  expect(await scheduleOf()).toBe(row!.id)
  await vet.booking.saveWeek({
    trade,
    days: [day('thursday', { ...row!, startTime: '08:30', slotMinutes: 60 })],
  })
  expect(await scheduleOf()).toBe(row!.id)
  await vet.booking.saveWeek({ trade, days: [], knownOutside: [id] })
  expect(await scheduleOf()).toBeNull()
})

test('once the provider changes time zone, an earlier slot is no longer valid', async () => {
  const vet = await newVet()
  const trade = 'veterinary' as const
  await world.db
    .updateTable('veterinary_doctors')
    .set({ verification_status: 'verified' })
    .where('id', '=', vet.vetId)
    .execute()
  await vet.booking.saveWeek({ trade, days: [day('thursday', range('09:00', '12:00'))] })
  const { slots } = await asha.call.booking.slots({
    trade: 'veterinary',
    providerId: vet.vetId,
    date: '2026-11-05',
  })
  const { scheduleId, ...seen } = slots[0]!
  await vet.booking.saveSettings({
    trade,
    timeZone: 'Asia/Dubai',
    minimumNoticeMinutes: 60,
    bufferMinutes: 0,
  })
  const book = (slot: typeof seen) => asha.call.veterinary.book({ vetId: vet.vetId, slot })
  await expect(book(seen)).rejects.toMatchObject({ code: 'booking.not_a_slot' })
  const now = await asha.call.booking.slots({
    trade: 'veterinary',
    providerId: vet.vetId,
    date: '2026-11-05',
  })
  expect(await book(now.slots[0]!)).toMatchObject({
    startTime: '09:00',
    timeZone: 'Asia/Dubai',
    status: 'pending',
  })
  expect(scheduleId).toBe(now.slots[0]!.scheduleId)
})

test('the REST face changes and removes by the same addresses', async () => {
  const { cookie, booking } = await newVet()
  const { holidays } = await booking.addHoliday({
    trade: 'veterinary',
    startDate: '2026-11-20',
    endDate: '2026-11-20',
  })
  const send = (method: string, path: string, body?: object) =>
    fetch(`${world.url}/api/booking/veterinary${path}`, {
      method,
      headers: { cookie, ...(body && { 'content-type': 'application/json' }) },
      body: body ? JSON.stringify(body) : null,
    })
  const put = await send('PUT', '/dates/2026-11-10', { isOpen: false, ranges: [] })
  expect(put.status).toBe(200)
  expect(await put.json()).toMatchObject({ dates: [{ date: '2026-11-10', isOpen: false }] })
  expect((await send('DELETE', '/dates/2026-11-10')).status).toBe(200)
  expect((await send('DELETE', `/holidays/${holidays[0]!.id}`)).status).toBe(200)
  const left = await (await send('GET', '/availability')).json()
  expect(left).toMatchObject({ dates: [], holidays: [] })
})

test('a calendar says whether its owner is on holiday today, and whether its place is named', async () => {
  const tara = await world.signUp('tara')
  const id = await makeStylist(world.db, { userId: tara.userId, fullName: 'Tara Bose' })
  const own = async () => (await tara.call.booking.calendars()).calendars[0]
  expect(await own()).toMatchObject({ hasPlace: true, awayUntil: null })
  await tara.call.booking.addHoliday({ trade: 'styling', startDate: '2026-11-02', endDate: '2026-11-04' })
  await tara.call.booking.addHoliday({ trade: 'styling', startDate: '2026-11-10', endDate: '2026-11-12' })
  await world.db.updateTable('pet_stylists').set({ location: null }).where('id', '=', id).execute()
  expect(await own()).toMatchObject({ hasPlace: false, awayUntil: '2026-11-04' })
})

import { describe, expect, it } from 'vitest'
import { MINUTE } from '#/kernel/duration.ts'
import { booked, meera, monday, mumbai, nextMonday, now, row, times, tuesday } from './slots.factory.ts'
import { bookingWindow, openDays, slotsOn, WINDOW_DAYS, whyNoSlots } from './slots.ts'

describe('the present', () => {
  it('hides slots that have begun, and one that begins now is the last to go', () => {
    expect(times(meera(), monday, mumbai(monday, '10:00'))).toEqual(['10:00-11:00', '11:00-12:00'])
    expect(times(meera(), monday, new Date(mumbai(monday, '10:00').getTime() + 1))).toEqual(['11:00-12:00'])
  })

  it('hides slots within the minimum notice, also when that reaches into another day', () => {
    const calendar = meera({ minimumNoticeMinutes: 60 })
    expect(times(calendar, monday, mumbai(monday, '09:00'))).toEqual(['10:00-11:00', '11:00-12:00'])
    expect(times(calendar, monday, mumbai(monday, '09:01'))).toEqual(['11:00-12:00'])
    const slow = meera({ minimumNoticeMinutes: 7 * 24 * 60 })
    expect(times(slow, nextMonday, mumbai(monday, '10:30'))).toEqual(['11:00-12:00'])
  })

  it('never offers the past, whatever the notice says', () => {
    expect(times(meera({ minimumNoticeMinutes: -600 }), monday, mumbai(monday, '11:30'))).toEqual([])
  })
})

describe('the booking window', () => {
  it('is today and the thirty days after it', () => {
    expect(bookingWindow(now, 'Asia/Kolkata')).toEqual({ first: monday, last: '2026-12-30' })
    expect(WINDOW_DAYS).toBe(31)
  })

  it("goes by the provider's calendar, not by UTC", () => {
    const late = new Date('2026-11-30T19:00:00Z')
    expect(bookingWindow(late, 'Asia/Kolkata').first).toBe(tuesday)
    expect(bookingWindow(late, 'America/New_York').first).toBe(monday)
    expect(bookingWindow(new Date('2026-12-01T02:00:00Z'), 'America/New_York').first).toBe(monday)
  })

  it('bounds what is offered on both sides', () => {
    const hours = (['sunday', 'wednesday', 'thursday'] as const).map((dayOfWeek) => row({ dayOfWeek }))
    const days = ['2026-11-29', '2026-12-30', '2026-12-31']
    expect(days.map((day) => times(meera({ hours }), day).length)).toEqual([0, 3, 0])
  })
})

describe('the days of the window', () => {
  it('say what each offers', () => {
    const calendar = meera({
      holidays: [{ startDate: '2026-12-05', endDate: '2026-12-07', reason: null }],
      busy: [booked('09:00', '12:00', '2026-12-14')],
    })
    const days = openDays(calendar, now)
    expect(days).toHaveLength(WINDOW_DAYS)
    expect(days.map(({ date }) => date)).toEqual([...days.map(({ date }) => date)].sort())
    const state = new Map(days.map((day) => [day.date, day.state]))
    expect(state.get(monday)).toBe('available')
    expect(state.get(tuesday)).toBe('closed')
    expect(state.get('2026-12-06')).toBe('closed')
    expect(state.get(nextMonday)).toBe('holiday')
    expect(state.get('2026-12-14')).toBe('full')
  })

  it('count today as over once its last slot has begun or is within the notice, and a day of breaks too', () => {
    const over = { date: monday, state: 'over' }
    expect(openDays(meera(), mumbai(monday, '20:00'))[0]).toEqual(over)
    expect(openDays(meera({ minimumNoticeMinutes: 600 }), now)[0]).toEqual(over)
    const breaks = [{ scheduleId: 'weekly', startTime: '09:00', endTime: '12:00' }]
    expect(openDays(meera({ breaks }), now)[0]).toEqual(over)
  })

  it('count today as full when bookings took what the clock had left', () => {
    const calendar = meera({ busy: [booked('11:00', '12:00')] })
    expect(openDays(calendar, mumbai(monday, '10:30'))[0]).toEqual({ date: monday, state: 'full' })
  })

  it('are closed where nobody would have worked, whatever holiday lies on them', () => {
    const holidays = [{ startDate: monday, endDate: '2027-01-31', reason: null }]
    const states = (hours = meera().hours) =>
      new Set(openDays(meera({ hours, holidays }), now).map(({ state }) => state))
    expect(states([])).toEqual(new Set(['closed']))
    expect(states([row({ endTime: '09:30' })])).toEqual(new Set(['closed']))
    expect(states([row({ isAvailable: false })])).toEqual(new Set(['closed']))
    expect(states()).toEqual(new Set(['holiday', 'closed']))
  })
})

describe('the reason for an empty day', () => {
  const noon = [{ scheduleId: 'weekly', startTime: '09:00', endTime: '12:00' }]

  it.each([
    ['null when there are slots', meera(), monday, null],
    ['closed without hours', meera(), tuesday, 'closed'],
    ['closed when no slot fits the hours', meera({ hours: [row({ endTime: '09:30' })] }), monday, 'closed'],
    [
      'booked when bookings took what was left',
      meera({ busy: [booked('08:00', '12:00')] }),
      monday,
      'booked',
    ],
    ['break when the breaks fill the hours', meera({ breaks: noon }), monday, 'break'],
    ['past before the window', meera(), '2026-11-23', 'past'],
    ['closed after the window', meera(), '2027-01-04', 'closed'],
  ] as const)('is %s', (_, calendar, day, reason) => {
    expect(whyNoSlots(calendar, day, now)).toBe(reason)
  })

  it('is past when the day is over, and booked when the rest of it is taken', () => {
    const calendar = meera({ busy: [booked('11:00', '12:00')] })
    expect(whyNoSlots(calendar, monday, mumbai(monday, '11:30'))).toBe('past')
    expect(whyNoSlots(calendar, monday, mumbai(monday, '10:30'))).toBe('booked')
  })

  it('is the one nearest to a free slot when several took the day, in whatever order', () => {
    const busy = [booked('10:00', '11:00')]
    const breaks = [
      { scheduleId: 'weekly', startTime: '09:00', endTime: '10:00' },
      { scheduleId: 'weekly', startTime: '11:00', endTime: '12:00' },
    ]
    expect(whyNoSlots(meera({ busy, breaks }), monday, now)).toBe('booked')
    expect(whyNoSlots(meera({ breaks }), monday, mumbai(monday, '10:30'))).toBe('past')
    const rows = [row({ scheduleId: 'late', startTime: '10:00', endTime: '11:00' }), row()]
    for (const hours of [rows, rows.toReversed()]) {
      expect(whyNoSlots(meera({ hours, busy, breaks }), monday, mumbai(monday, '09:30'))).toBe('booked')
      expect(whyNoSlots(meera({ hours, busy }), monday, mumbai(monday, '11:30'))).toBe('past')
    }
    const early = row({ scheduleId: 'early', startTime: '08:00', endTime: '09:00' })
    const taken = { hours: [row(), early], busy: [booked('09:00', '12:00')] }
    expect(whyNoSlots(meera(taken), monday, mumbai(monday, '08:30'))).toBe('booked')
  })

  it('is past within the minimum notice', () => {
    expect(whyNoSlots(meera({ minimumNoticeMinutes: 600 }), monday, now)).toBe('past')
  })
})

describe('the calendar year', () => {
  it('has its leap day', () => {
    const calendar = meera({ hours: [row({ dayOfWeek: 'tuesday' })] })
    const slots = slotsOn(calendar, '2028-02-29', mumbai('2028-02-10', '08:00'))
    expect(slots[0]!.startsAt).toEqual(mumbai('2028-02-29', '09:00'))
  })

  it('runs on over its end', () => {
    const calendar = meera({ hours: [row({ dayOfWeek: 'friday' })] })
    const open = openDays(calendar, mumbai('2026-12-20', '08:00')).filter(
      ({ state }) => state === 'available',
    )
    expect(open.map(({ date }) => date)).toEqual(['2026-12-25', '2027-01-01', '2027-01-08', '2027-01-15'])
  })
})

it('a look at ten thousand bookings leaves the calendar it was given unchanged', () => {
  const busy = Array.from({ length: 10_000 }, (_, index) => ({
    startsAt: new Date(now.getTime() + index * 30 * MINUTE),
    endsAt: new Date(now.getTime() + (index + 1) * 30 * MINUTE),
  }))
  const calendar = meera({ busy, hours: [row(), row({ scheduleId: 'b' })] })
  const before = structuredClone(calendar)
  expect(times(calendar)).toEqual([])
  openDays(calendar, now)
  expect(calendar).toEqual(before)
})

import { describe, expect, it } from 'vitest'
import { booked, meera, monday, mumbai, nextMonday, now, row, times, tuesday } from './slots.factory.ts'
import { slotsOn, whyNoSlots } from './slots.ts'

describe('working hours', () => {
  it('are filled back to back, with the clock times and the instants of the provider', () => {
    expect(slotsOn(meera(), monday, now)[0]).toEqual({
      date: monday,
      startTime: '09:00',
      endTime: '10:00',
      scheduleId: 'weekly',
      startsAt: mumbai(monday, '09:00'),
      endsAt: mumbai(monday, '10:00'),
    })
    expect(times(meera())).toEqual(['09:00-10:00', '10:00-11:00', '11:00-12:00'])
  })

  it('drop a slot that would pass their end', () => {
    const calendar = meera({ hours: [row({ endTime: '11:59' })] })
    expect(times(calendar)).toEqual(['09:00-10:00', '10:00-11:00'])
    expect(times(meera({ hours: [row({ slotDurationMinutes: 45, endTime: '10:30' })] }))).toEqual([
      '09:00-09:45',
      '09:45-10:30',
    ])
  })

  it('may run to midnight', () => {
    const calendar = meera({ hours: [row({ startTime: '22:00', endTime: '24:00' })] })
    expect(times(calendar)).toEqual(['22:00-23:00', '23:00-24:00'])
    expect(slotsOn(calendar, monday, now).at(-1)!.endsAt).toEqual(mumbai(tuesday, '00:00'))
  })

  it('may begin at midnight', () => {
    const calendar = meera({ hours: [row({ startTime: '00:00', endTime: '01:00' })] })
    expect(slotsOn(calendar, nextMonday, now)[0]!.startsAt).toEqual(mumbai(nextMonday, '00:00'))
  })

  it('may come in several rows a day, offered in order', () => {
    const evening = row({ scheduleId: 'evening', startTime: '18:00', endTime: '19:00' })
    expect(slotsOn(meera({ hours: [evening, row()] }), monday, now).map((slot) => slot.scheduleId)).toEqual([
      'weekly',
      'weekly',
      'weekly',
      'evening',
    ])
  })

  it('may overlap: both rows are offered, the same time once, whatever the order of the rows', () => {
    const late = row({ scheduleId: 'late', startTime: '10:00', endTime: '11:30', slotDurationMinutes: 30 })
    const twin = row({ scheduleId: 'a twin' })
    const expected = [
      '09:00-10:00',
      '10:00-10:30',
      '10:00-11:00',
      '10:30-11:00',
      '11:00-11:30',
      '11:00-12:00',
    ]
    expect(times(meera({ hours: [row(), late, twin] }))).toEqual(expected)
    expect(slotsOn(meera({ hours: [twin, row(), late] }), monday, now)).toEqual(
      slotsOn(meera({ hours: [late, row(), twin] }), monday, now),
    )
  })

  it('count on their own weekday only, and not when marked unavailable', () => {
    expect(times(meera(), tuesday)).toEqual([])
    expect(times(meera({ hours: [row({ isAvailable: false })] }))).toEqual([])
    const split = [row({ isAvailable: false }), row({ scheduleId: 'late', startTime: '11:00' })]
    expect(times(meera({ hours: split }))).toEqual(['11:00-12:00'])
  })

  it.each([0, -30, Number.NaN])('offer nothing while their slot length is %d', (slotDurationMinutes) => {
    expect(times(meera({ hours: [row({ slotDurationMinutes })] }))).toEqual([])
  })
})

describe('hours for a single date', () => {
  const dated = row({ scheduleId: 'dated', scheduleDate: monday, startTime: '14:00', endTime: '16:00' })

  it('replaces every weekly row of that date and leaves the other weeks alone', () => {
    const calendar = meera({
      hours: [row(), row({ scheduleId: 'evening', startTime: '18:00', endTime: '20:00' }), dated],
    })
    expect(times(calendar)).toEqual(['14:00-15:00', '15:00-16:00'])
    expect(times(calendar, nextMonday)).toHaveLength(5)
  })

  it('replaces the weekly breaks too', () => {
    const calendar = meera({
      hours: [row(), { ...dated, startTime: '09:00', endTime: '11:00' }],
      breaks: [{ scheduleId: 'weekly', startTime: '09:00', endTime: '10:00' }],
    })
    expect(times(calendar)).toEqual(['09:00-10:00', '10:00-11:00'])
  })

  it('closes the day when it is not available, even beside one that is', () => {
    const off = { ...dated, scheduleId: 'off', isAvailable: false }
    expect(times(meera({ hours: [row(), off] }))).toEqual([])
    expect(times(meera({ hours: [row(), dated, off] }))).toEqual([])
    expect(whyNoSlots(meera({ hours: [row(), off] }), monday, now)).toBe('closed')
  })

  it('opens a weekday that has no weekly hours', () => {
    const calendar = meera({ hours: [row(), { ...dated, scheduleDate: tuesday, dayOfWeek: 'tuesday' }] })
    expect(times(calendar, tuesday)).toEqual(['14:00-15:00', '15:00-16:00'])
  })
})

describe('a break', () => {
  it('takes the slots it overlaps, and those it only touches stay', () => {
    const calendar = meera({ breaks: [{ scheduleId: 'weekly', startTime: '10:00', endTime: '11:00' }] })
    expect(times(calendar)).toEqual(['09:00-10:00', '11:00-12:00'])
    const short = meera({ breaks: [{ scheduleId: 'weekly', startTime: '09:59', endTime: '10:01' }] })
    expect(times(short)).toEqual(['11:00-12:00'])
  })

  it('does not move the slots after it', () => {
    const calendar = meera({ breaks: [{ scheduleId: 'weekly', startTime: '10:00', endTime: '10:10' }] })
    expect(times(calendar)).toEqual(['09:00-10:00', '11:00-12:00'])
  })

  it('belongs to its own row: another row may offer that time', () => {
    const calendar = meera({
      hours: [row(), row({ scheduleId: 'assistant' })],
      breaks: [{ scheduleId: 'weekly', startTime: '10:00', endTime: '11:00' }],
    })
    const offered = slotsOn(calendar, monday, now).map((slot) => `${slot.startTime} ${slot.scheduleId}`)
    expect(offered).toContain('10:00 assistant')
    expect(offered).not.toContain('10:00 weekly')
  })
})

describe('a booking', () => {
  it('takes the slots it overlaps, and those it only touches stay', () => {
    expect(times(meera({ busy: [booked('10:00', '11:00')] }))).toEqual(['09:00-10:00', '11:00-12:00'])
    expect(times(meera({ busy: [booked('10:30', '11:01')] }))).toEqual(['09:00-10:00'])
  })

  it('counts from the day before when it runs past midnight', () => {
    const calendar = meera({
      hours: [row({ startTime: '00:00', endTime: '02:00' })],
      busy: [{ startsAt: mumbai('2026-12-06', '23:00'), endsAt: mumbai(nextMonday, '00:30') }],
    })
    expect(times(calendar, nextMonday)).toEqual(['01:00-02:00'])
  })

  it('takes all rows of the provider, whichever it was booked in', () => {
    const calendar = meera({ hours: [row(), row({ scheduleId: 'b' })], busy: [booked('09:00', '12:00')] })
    expect(times(calendar)).toEqual([])
  })

  it('keeps a buffer on both sides, while the slots keep their length', () => {
    const calendar = meera({
      hours: [row({ slotDurationMinutes: 30 })],
      busy: [booked('10:15', '10:45')],
      bufferMinutes: 15,
    })
    expect(times(calendar)).toEqual(['09:00-09:30', '09:30-10:00', '11:00-11:30', '11:30-12:00'])
    expect(times({ ...calendar, bufferMinutes: 16 })).toEqual(['09:00-09:30', '11:30-12:00'])
  })
})

describe('a holiday', () => {
  const holidays = [{ startDate: '2026-12-05', endDate: '2026-12-07', reason: 'Wedding' }]

  it('takes every day from its first to its last', () => {
    const hours = (['friday', 'saturday', 'sunday', 'monday', 'tuesday'] as const).map((dayOfWeek) =>
      row({ dayOfWeek }),
    )
    const days = ['2026-12-04', '2026-12-05', '2026-12-06', '2026-12-07', '2026-12-08']
    expect(days.map((day) => times(meera({ hours, holidays }), day).length)).toEqual([3, 0, 0, 0, 3])
  })

  it('wins over a row for that date', () => {
    const calendar = meera({ hours: [row({ scheduleDate: nextMonday })], holidays })
    expect(times(calendar, nextMonday)).toEqual([])
    expect(whyNoSlots(calendar, nextMonday, now)).toBe('holiday')
  })
})

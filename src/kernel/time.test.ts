import { describe, expect, it } from 'vitest'
import {
  addDays,
  addMonths,
  clockFrom,
  clockOf,
  clockTimeSchema,
  dayBounds,
  dayOf,
  daySchema,
  daysApart,
  daysFrom,
  evenParts,
  formatDay,
  formatDayFrom,
  formatInstant,
  instantAt,
  localTimeOf,
  minuteOf,
  minutesOf,
  timeZoneSchema,
  weekdayOf,
  zoneLabel,
} from './time.ts'

const at = (text: string) => new Date(text)

describe('a day', () => {
  it('moved by months keeps to its day, or the last day of a shorter month', () => {
    expect(addMonths('2026-08-31', 6)).toBe('2027-02-28')
    expect(addMonths('2027-08-31', 6)).toBe('2028-02-29')
    expect(addMonths('2026-11-02', 12)).toBe('2027-11-02')
    expect(addMonths('2026-12-31', 1)).toBe('2027-01-31')
  })

  it.each(['2026-11-30', '2028-02-29', '2000-02-29', '1900-01-01', '2999-12-31'])('can be %s', (day) => {
    expect(daySchema.parse(day)).toBe(day)
  })

  it.each([
    '2026-02-30',
    '2026-02-29',
    '2100-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-1-1',
    '2026-11-30T00:00',
    ' 2026-11-30',
    '2026-11-30\n',
    '1899-12-31',
    '٢٠٢٦-11-30',
    '',
  ])('is not %j', (text) => {
    expect(daySchema.safeParse(text).success).toBe(false)
  })

  it('is followed by the next across months, leap days and years', () => {
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29')
    expect(addDays('2026-02-28', 1)).toBe('2026-03-01')
    expect(addDays('2028-03-01', -1)).toBe('2028-02-29')
    expect(daysFrom('2026-12-30', 4)).toEqual(['2026-12-30', '2026-12-31', '2027-01-01', '2027-01-02'])
    expect(daysApart('2028-02-28', '2028-03-01')).toBe(2)
    expect(daysApart('2026-11-30', '2026-11-29')).toBe(-1)
  })

  it('has the weekday that Temporal gives it', () => {
    const names = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
    for (const day of daysFrom('1969-06-01', 800)) {
      expect(weekdayOf(day)).toBe(names[Temporal.PlainDate.from(day).dayOfWeek - 1])
    }
  })
})

describe('a clock time', () => {
  it('runs from 00:00 to 24:00 in whole minutes', () => {
    for (let minutes = 0; minutes <= 1440; minutes++) {
      const clock = clockOf(minutes)
      expect(minutesOf(clock)).toBe(minutes)
      expect(clockTimeSchema.safeParse(clock).success).toBe(true)
    }
    expect(clockOf(570)).toBe('09:30')
    expect(clockOf(1440)).toBe('24:00')
    expect(() => clockOf(1441)).toThrow(RangeError)
    expect(() => clockOf(9.5)).toThrow(RangeError)
  })

  it.each(['24:01', '25:00', '9:30', '09:60', '09:30:00', '-1:00', ''])('is not %j', (text) => {
    expect(clockTimeSchema.safeParse(text).success).toBe(false)
  })

  it('is read from a database time column without its seconds', () => {
    expect(clockFrom('09:30:00')).toBe('09:30')
    expect(clockFrom('24:00:00')).toBe('24:00')
    expect(clockFrom('09:30')).toBe('09:30')
    expect(() => clockFrom('09:30:15')).toThrow(RangeError)
    expect(() => clockFrom('24:30:00')).toThrow(RangeError)
  })
})

describe('a time zone', () => {
  it.each(['Asia/Kolkata', 'Asia/Calcutta', 'America/Argentina/Buenos_Aires', 'Etc/GMT+5', 'UTC'])(
    'can be %s',
    (zone) => expect(timeZoneSchema.parse(zone)).toBe(zone),
  )

  it.each(['+05:30', 'Asia/Nowhere', '', 'Asia/Kolkata\0', '../etc/passwd', 'x'.repeat(65)])(
    'is not %j',
    (zone) => expect(timeZoneSchema.safeParse(zone).success).toBe(false),
  )
})

describe('an instant', () => {
  it('falls on the day and minute of the requested zone', () => {
    const instant = at('2026-12-31T18:30:00Z')
    expect([dayOf(instant, 'Asia/Kolkata'), minuteOf(instant, 'Asia/Kolkata')]).toEqual(['2027-01-01', 0])
    expect([dayOf(instant, 'UTC'), minuteOf(instant, 'UTC')]).toEqual(['2026-12-31', 18 * 60 + 30])
    expect(dayOf(at('2026-12-31T18:29:59.999Z'), 'Asia/Kolkata')).toBe('2026-12-31')
    expect(dayOf(at('1965-01-01T00:00:00Z'), 'America/New_York')).toBe('1964-12-31')
  })

  it('is null for a time that clocks skip', () => {
    expect(instantAt('2026-03-08', 119, 'America/New_York')).toEqual(at('2026-03-08T06:59:00Z'))
    expect(instantAt('2026-03-08', 120, 'America/New_York')).toBeNull()
    expect(instantAt('2026-03-08', 179, 'America/New_York')).toBeNull()
    expect(instantAt('2026-03-08', 180, 'America/New_York')).toEqual(at('2026-03-08T07:00:00Z'))
  })

  it('is the first of a time that clocks show twice', () => {
    expect(instantAt('2026-10-25', 60, 'Europe/London')).toEqual(at('2026-10-25T00:00:00Z'))
    expect(instantAt('2026-10-25', 119, 'Europe/London')).toEqual(at('2026-10-25T00:59:00Z'))
    expect(instantAt('2026-10-25', 120, 'Europe/London')).toEqual(at('2026-10-25T02:00:00Z'))
  })

  it('ends a day at 1440, even if the next one has no midnight', () => {
    expect(instantAt('2026-11-30', 1440, 'Asia/Kolkata')).toEqual(at('2026-11-30T18:30:00Z'))
    // Cairo's clocks go from 24:00 on Thursday to 01:00 on Friday.
    expect(instantAt('2026-04-24', 0, 'Africa/Cairo')).toBeNull()
    expect(instantAt('2026-04-23', 1440, 'Africa/Cairo')).toEqual(at('2026-04-23T22:00:00Z'))
    expect(dayBounds('2026-04-24', 'Africa/Cairo')).toEqual({
      startsAt: at('2026-04-23T22:00:00Z'),
      endsAt: at('2026-04-24T21:00:00Z'),
    })
  })

  it('does not exist on a day that a zone skipped when it crossed the date line', () => {
    expect(evenParts('2011-12-30', 'Pacific/Apia')).toEqual([])
    expect(instantAt('2011-12-30', 600, 'Pacific/Apia')).toBeNull()
    const { startsAt, endsAt } = dayBounds('2011-12-30', 'Pacific/Apia')
    expect(startsAt).toEqual(endsAt)
  })

  it('agrees with Temporal around every change of every zone from 2025 to 2030', () => {
    let changes = 0
    for (const zone of Intl.supportedValuesOf('timeZone')) {
      let moment: Temporal.ZonedDateTime | null = at('2025-01-01T00:00:00Z')
        .toTemporalInstant()
        .toZonedDateTimeISO(zone)
      for (;;) {
        moment = moment.getTimeZoneTransition('next')
        if (!moment || moment.year > 2030) break
        changes++
        for (const hours of [-26, -1, 0, 1, 26]) {
          const then = moment.add({ hours })
          const instant = new Date(then.epochMilliseconds)
          expect(dayOf(instant, zone)).toBe(then.toPlainDate().toString())
          expect(minuteOf(instant, zone)).toBe(then.hour * 60 + then.minute)
          expect(localTimeOf(instant, zone)).toEqual({
            day: dayOf(instant, zone),
            minute: minuteOf(instant, zone),
          })
        }
        for (const around of [-1, 0, 1]) {
          const day = moment.toPlainDate().add({ days: around })
          for (let minutes = 0; minutes < 1440; minutes += 15) {
            const local = day.toPlainDateTime({ hour: Math.floor(minutes / 60), minute: minutes % 60 })
            const expected = local.toZonedDateTime(zone, { disambiguation: 'earlier' })
            const exists = expected.toPlainDateTime().equals(local)
            const found = instantAt(day.toString(), minutes, zone)?.getTime() ?? null
            if (found !== (exists ? expected.epochMilliseconds : null)) {
              throw new Error(`${zone} ${local}: ${found} is not ${expected}`)
            }
          }
        }
      }
    }
    expect(changes).toBeGreaterThan(500)
  })
})

describe('shown to people', () => {
  it('a day looks the same everywhere', () => {
    expect(formatDay('2026-11-30')).toBe('Mon, 30 Nov 2026')
    expect(formatDay('2027-01-02')).toBe('Sat, 2 Jan 2027')
    expect(formatInstant(at('2026-11-30T04:00:00Z'), 'Asia/Kolkata')).toBe('Mon, 30 Nov 2026, 09:30')
  })

  it('near days have names', () => {
    const named = ['2026-12-30', '2026-12-31', '2027-01-01', '2027-01-02'].map((day) =>
      formatDayFrom('2026-12-31', day),
    )
    expect(named).toEqual(['Yesterday', 'Today', 'Tomorrow', 'Sat, 2 Jan 2027'])
  })

  it('a zone is named only to people whose clocks differ at that moment', () => {
    const summer = at('2026-07-01T12:00:00Z')
    const winter = at('2026-12-01T12:00:00Z')
    expect(zoneLabel('Asia/Kolkata', 'Asia/Calcutta', summer)).toBeNull()
    expect(zoneLabel('Asia/Kolkata', 'Europe/London', summer)).toBe('India Standard Time (UTC+05:30)')
    expect(zoneLabel('America/St_Johns', 'UTC', winter)).toBe('Newfoundland Standard Time (UTC-03:30)')
    expect(zoneLabel('Europe/London', 'Africa/Lagos', summer)).toBeNull()
    expect(zoneLabel('Europe/London', 'Africa/Lagos', winter)).toBe('Greenwich Mean Time (UTC+00:00)')
  })
})

import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { DAY, MINUTE } from '#/kernel/duration.ts'
import { clockOf, instantAt, WEEKDAYS } from '#/kernel/time.ts'
import { type Calendar, openDays, slotsOn } from './slots.ts'

/** Makes a calendar that is open day and night, every day. */
function tireless(timeZone: string, slotDurationMinutes: number): Calendar {
  const hours = WEEKDAYS.map((dayOfWeek) => ({
    scheduleId: dayOfWeek,
    dayOfWeek,
    scheduleDate: null,
    isAvailable: true,
    startTime: '00:00',
    endTime: '24:00',
    slotDurationMinutes,
  }))
  return { timeZone, minimumNoticeMinutes: 0, bufferMinutes: 0, hours, breaks: [], holidays: [], busy: [] }
}

const daysBefore = (day: string) => new Date(Date.parse(day) - 5 * DAY)

function startsOn(zone: string, day: string, length: number) {
  return slotsOn(tireless(zone, length), day, daysBefore(day)).map(
    (slot) => `${slot.startTime} ${slot.startsAt.toISOString().slice(11, 16)}`,
  )
}

describe('when clocks go forward', () => {
  it('the missing hour is not offered and the slots around it are', () => {
    expect(startsOn('America/New_York', '2026-03-08', 30).slice(2, 8)).toEqual([
      '01:00 06:00',
      '01:30 06:30',
      '03:00 07:00',
      '03:30 07:30',
      '04:00 08:00',
      '04:30 08:30',
    ])
    expect(startsOn('Europe/London', '2026-03-29', 60).slice(0, 2)).toEqual(['00:00 00:00', '02:00 01:00'])
  })

  it('a slot that runs into the missing hour is dropped', () => {
    expect(startsOn('America/New_York', '2026-03-08', 90).slice(0, 3)).toEqual([
      '00:00 05:00',
      '03:00 07:00',
      '04:30 08:30',
    ])
  })

  it('at midnight, the day before keeps its last slot and the day begins at one', () => {
    expect(startsOn('Africa/Cairo', '2026-04-23', 60).at(-1)).toBe('23:00 21:00')
    expect(startsOn('Africa/Cairo', '2026-04-24', 60)[0]).toBe('01:00 22:00')
  })
})

describe('when clocks go back', () => {
  it('the repeated hour is offered once, the first time it comes', () => {
    expect(startsOn('America/New_York', '2026-11-01', 30).slice(1, 6)).toEqual([
      '00:30 04:30',
      '01:00 05:00',
      '01:30 05:30',
      '02:00 07:00',
      '02:30 07:30',
    ])
  })

  it('a slot during which they do is offered the second time, when it lasts as long as it says', () => {
    expect(startsOn('Europe/London', '2026-10-25', 90).slice(0, 3)).toEqual([
      '00:00 23:00',
      '01:30 01:30',
      '03:00 03:00',
    ])
    // Chatham's clocks go back at 03:45, during this slot.
    expect(startsOn('Pacific/Chatham', '2026-04-05', 30).slice(6, 9)).toEqual([
      '03:00 13:15',
      '03:30 14:45',
      '04:00 15:15',
    ])
  })

  it('a slot that begins before the repeated hour and ends after it is dropped', () => {
    expect(startsOn('Europe/London', '2026-10-25', 180)[0]).toBe('03:00 03:00')
  })

  it('by half an hour, the same holds', () => {
    expect(startsOn('Australia/Lord_Howe', '2026-04-05', 30).slice(2, 6)).toEqual([
      '01:00 14:00',
      '01:30 14:30',
      '02:00 15:30',
      '02:30 16:00',
    ])
  })

  it('a booking in the second of the repeated hours does not take the first', () => {
    const busy = [{ startsAt: new Date('2026-11-01T06:00:00Z'), endsAt: new Date('2026-11-01T07:00:00Z') }]
    const calendar = { ...tireless('America/New_York', 60), busy }
    const slots = slotsOn(calendar, '2026-11-01', daysBefore('2026-11-01'))
    expect(slots.map(({ startTime }) => startTime)).toContain('01:00')
  })
})

describe('in every zone, around every change from 2025 to 2030', () => {
  it('each local half hour that clocks show is offered once, and the skipped ones are not', () => {
    let changes = 0
    const grid = Array.from({ length: 48 }, (_, index) => index * 30)
    for (const zone of Intl.supportedValuesOf('timeZone')) {
      const calendar = tireless(zone, 30)
      let moment: Temporal.ZonedDateTime | null =
        Temporal.Instant.from('2025-01-01T00:00Z').toZonedDateTimeISO(zone)
      for (;;) {
        moment = moment.getTimeZoneTransition('next')
        if (!moment || moment.year > 2030) break
        changes++
        for (const around of [-1, 0, 1]) {
          const day = moment.toPlainDate().add({ days: around }).toString()
          const offered = slotsOn(calendar, day, daysBefore(day)).map(
            (slot) => `${slot.startTime}-${slot.endTime} ${slot.startsAt.getTime()} ${slot.endsAt.getTime()}`,
          )
          const expected = grid.flatMap((minute) => {
            const local = Temporal.PlainDate.from(day).toPlainDateTime(clockOf(minute))
            const start = (['earlier', 'later'] as const)
              .map((disambiguation) => local.toZonedDateTime(zone, { disambiguation }))
              .filter((found) => found.toPlainDateTime().equals(local))
              .find((found) => found.add({ minutes: 29 }).offset === found.offset)
            if (!start) return []
            const startsAt = start.epochMilliseconds
            return [`${clockOf(minute)}-${clockOf(minute + 30)} ${startsAt} ${startsAt + 30 * MINUTE}`]
          })
          if (offered.join() !== expected.join())
            expect({ zone, day, offered }).toEqual({ zone, day, offered: expected })
        }
      }
    }
    expect(changes).toBeGreaterThan(500)
  })

  it('no two slots of neighbouring days overlap', () => {
    for (const zone of Intl.supportedValuesOf('timeZone')) {
      const calendar = tireless(zone, 30)
      let last = 0
      for (const day of [
        '2026-10-24',
        '2026-10-25',
        '2026-10-26',
        '2026-10-31',
        '2026-11-01',
        '2026-11-02',
      ]) {
        for (const slot of slotsOn(calendar, day, daysBefore('2026-10-24'))) {
          expect(slot.startsAt.getTime()).toBeGreaterThanOrEqual(last)
          last = slot.endsAt.getTime()
        }
      }
    }
  })
})

describe('the zone of the machine', () => {
  it('changes nothing: four of them give the same bytes', () => {
    const root = fileURLToPath(new URL('../..', import.meta.url))
    const asked = ['Asia/Kolkata', 'America/New_York', 'Australia/Lord_Howe'].map((zone) => ({
      calendar: tireless(zone, 45),
      now: instantAt('2026-10-20', 600, zone)!,
    }))
    const script = `
      import { slotsOn, openDays } from '#/booking/slots.ts'
      const asked = JSON.parse(process.argv[1])
      process.stdout.write(JSON.stringify(asked.map(({ calendar, now }) => openDays(calendar, new Date(now))
        .map((day) => [day, slotsOn(calendar, day.date, new Date(now))]))))
    `
    const answers = ['UTC', 'Asia/Kolkata', 'America/New_York', 'Pacific/Kiritimati'].map((TZ) =>
      execFileSync(process.execPath, ['--input-type=module', '-e', script, JSON.stringify(asked)], {
        cwd: root,
        env: { ...process.env, TZ },
        encoding: 'utf8',
      }),
    )
    const here = JSON.stringify(
      asked.map(({ calendar, now }) =>
        openDays(calendar, now).map((day) => [day, slotsOn(calendar, day.date, now)]),
      ),
    )
    expect(here.length).toBeGreaterThan(100_000)
    for (const answer of answers) expect(answer).toBe(here)
  })
})

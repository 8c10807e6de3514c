import { describe, expect, it, test } from 'vitest'
import { dayFor, type Occasion, timeFor } from './reader-time.ts'
import { formatInstant } from './time.ts'

const india: Occasion = { zone: 'Asia/Kolkata', kind: 'in-person' }
const online: Occasion = { zone: 'Asia/Kolkata', kind: 'online' }
const moment: Occasion = { zone: 'Asia/Kolkata', kind: 'moment' }
const london = { timeZone: 'Europe/London' }
const kolkata = { timeZone: 'Asia/Kolkata' }
const nobodyKnows = { timeZone: null }
const afternoon = new Date('2026-11-23T09:00:00Z')

describe('a time is shown', () => {
  it('without a zone if the reader’s clocks agree, whatever their zone is called', () => {
    for (const occasion of [india, online, moment]) {
      expect(timeFor(kolkata, afternoon, occasion)).toBe('Mon, 23 Nov 2026, 14:30')
      expect(timeFor({ timeZone: 'Asia/Calcutta' }, afternoon, occasion)).toBe('Mon, 23 Nov 2026, 14:30')
    }
  })

  it('for a visit by the clocks of the place, with the reader’s beside it', () => {
    expect(timeFor(london, afternoon, india)).toBe(
      'Mon, 23 Nov 2026, 14:30 India time (09:00 United Kingdom time)',
    )
  })

  it('for a teleconsultation by the reader’s clocks, with the vet’s beside it', () => {
    expect(timeFor(london, afternoon, online)).toBe(
      'Mon, 23 Nov 2026, 09:00 United Kingdom time (14:30 India time)',
    )
  })

  it('for a deadline by the reader’s clocks alone', () => {
    expect(timeFor(london, afternoon, moment)).toBe('Mon, 23 Nov 2026, 09:00 United Kingdom time')
  })

  it('with both days if they differ', () => {
    const late = new Date('2026-11-23T19:00:00Z')
    expect(timeFor({ timeZone: 'America/New_York' }, late, online)).toBe(
      'Mon, 23 Nov 2026, 14:00 New York time (Tue, 24 Nov 2026, 00:30 India time)',
    )
  })

  it('with the place if the reader’s zone is not known', () => {
    for (const occasion of [india, online, moment])
      expect(timeFor(nobodyKnows, afternoon, occasion)).toBe('Mon, 23 Nov 2026, 14:30 India time')
    expect(timeFor(nobodyKnows, afternoon, { zone: 'UTC', kind: 'moment' })).toBe(
      'Mon, 23 Nov 2026, 09:00 UTC',
    )
  })
})

describe('on the days when London’s clocks change', () => {
  it('never in the hour that is missing', () => {
    const before = new Date('2026-03-29T00:59:00Z')
    const after = new Date('2026-03-29T01:00:00Z')
    expect(timeFor(london, before, moment)).toBe('Sun, 29 Mar 2026, 00:59 United Kingdom time')
    expect(timeFor(london, after, moment)).toBe('Sun, 29 Mar 2026, 02:00 United Kingdom time')
  })

  it('with the name of the clocks in the hour that comes twice', () => {
    const first = new Date('2026-10-25T00:30:00Z')
    const second = new Date('2026-10-25T01:30:00Z')
    expect(timeFor(london, first, online)).toBe(
      'Sun, 25 Oct 2026, 01:30 British Summer Time (06:00 India time)',
    )
    expect(timeFor(london, second, online)).toBe(
      'Sun, 25 Oct 2026, 01:30 Greenwich Mean Time (07:00 India time)',
    )
    expect(timeFor(london, second, { zone: 'Europe/London', kind: 'in-person' })).toBe(
      'Sun, 25 Oct 2026, 01:30 Greenwich Mean Time',
    )
  })
})

test('in every zone the text has the reader’s own clocks, and never leaves another zone unnamed', () => {
  for (const zone of Intl.supportedValuesOf('timeZone')) {
    for (const kind of ['in-person', 'online', 'moment'] as const) {
      const told = timeFor({ timeZone: zone }, afternoon, { zone: 'Asia/Kolkata', kind })
      const own = formatInstant(afternoon, zone)
      expect(told).toContain(own.slice(-5))
      const isSame = own === formatInstant(afternoon, 'Asia/Kolkata')
      expect(told === own, `${zone}: ${told}`).toBe(isSame)
      if (!isSame) expect(told).toMatch(/ (?:time|GMT|UTC)\b/)
      expect(told).not.toMatch(/\b(?!GMT|UTC)[A-Z]{3,4}\b/)
    }
  }
})

test('a day at a place names the place to readers elsewhere', () => {
  expect(dayFor(kolkata, '2026-11-30', 'Asia/Kolkata')).toBe('Mon, 30 Nov 2026')
  expect(dayFor(london, '2026-11-30', 'Asia/Kolkata')).toBe('Mon, 30 Nov 2026 (India)')
  expect(dayFor(nobodyKnows, '2026-11-30', 'Asia/Kolkata')).toBe('Mon, 30 Nov 2026 (India)')
})

import { describe, expect, test } from 'vitest'
import { HOUR } from '#/kernel/duration.ts'
import { type Standing, whyClosed } from './rules.ts'

const endsAt = new Date('2026-11-02T10:30:00Z')
const hoursAfter = (hours: number) => new Date(endsAt.getTime() + hours * HOUR)
const standing = (given: Partial<Standing>): Standing => ({
  trade: 'veterinary',
  phase: 'agreed',
  endsAt,
  isBlocked: false,
  isOut: false,
  ...given,
})

describe('people who can write', () => {
  test.each(['asked', 'agreed', 'under_way'] as const)(
    'both sides, while a booking is %s, whatever the clock says',
    (phase) => {
      for (const hours of [-100, 0, 100]) expect(whyClosed(standing({ phase }), hoursAfter(hours))).toBeNull()
    },
  )

  test('both sides, until 48 hours after the end of what took place', () => {
    const completed = standing({ phase: 'done' })
    expect(whyClosed(completed, hoursAfter(-1))).toBeNull()
    expect(whyClosed(completed, new Date(hoursAfter(48).getTime() - 1))).toBeNull()
    expect(whyClosed(completed, hoursAfter(48))).toBe('messaging.closed_after_visit')
  })

  test('nobody, once a booking is cancelled', () => {
    expect(whyClosed(standing({ phase: 'off' }), hoursAfter(-10))).toBe('messaging.closed_with_booking')
  })

  test('about a pet report, until 48 hours after the pet is home, or until the report is withdrawn', () => {
    const home = standing({ trade: 'report', phase: 'done' })
    expect(whyClosed(home, hoursAfter(47))).toBeNull()
    expect(whyClosed(home, hoursAfter(48))).toBe('messaging.closed_after_reunion')
    const withdrawn = standing({ trade: 'report', phase: 'off' })
    expect(whyClosed(withdrawn, hoursAfter(-10))).toBe('messaging.closed_with_report')
  })

  test('neither side after a block, each with their own reason', () => {
    expect(whyClosed(standing({ isBlocked: true }), hoursAfter(-10))).toBe('messaging.closed_by_me')
    expect(whyClosed(standing({ isOut: true }), hoursAfter(-10))).toBe('messaging.closed_to_me')
    expect(whyClosed(standing({ isBlocked: true, isOut: true }), hoursAfter(-10))).toBe(
      'messaging.closed_by_me',
    )
  })
})

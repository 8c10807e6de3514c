import { describe, expect, it } from 'vitest'
import { asMultirange, parseHours } from './hours.ts'

describe('opening hours', () => {
  it('are read as people write them', () => {
    expect(parseHours('Mon-Tue 09:00-13:00, 17:00-20:00; sun 10:00-14:00')).toEqual([
      [540, 780],
      [1980, 2220],
      [1020, 1200],
      [2460, 2640],
      [9240, 9480],
    ])
    expect(parseHours('24x7')).toEqual([[0, 10080]])
  })

  it('run into the next day, and from Sunday into Monday', () => {
    expect(parseHours('Fri 20:00-02:00')).toEqual([[6960, 7320]])
    expect(parseHours('Sun 22:00-06:00')).toEqual([
      [9960, 10080],
      [0, 360],
    ])
    expect(parseHours('Sat-Mon 00:00-24:00')).toEqual([
      [7200, 8640],
      [8640, 10080],
      [0, 1440],
    ])
  })

  it.each([
    '',
    'daily',
    'Mon',
    'Mon 9-17',
    'Mon 09:00-25:00',
    'Mon 24:00-24:00',
    'Foo 09:00-17:00',
    'Mon 09:60-10:00',
    'Mon 09:00-17:00;',
  ])('are refused when nobody can tell what they mean: %s', (text) => expect(parseHours(text)).toBeNull())

  it('are written as Postgres reads them', () => {
    expect(
      asMultirange([
        [0, 60],
        [120, 180],
      ]),
    ).toBe('{[0,60),[120,180)}')
  })
})

import { describe, expect, it } from 'vitest'
import { asMultirange, parseHours } from './hours.ts'

const week = 7 * 1440
/** The same hours on these days, 0 being Monday. */
const on = (days: number[], ...spans: [number, number][]) =>
  days.flatMap((day) => spans.map(([from, to]) => [day * 1440 + from, day * 1440 + to]))
const toSaturday = [0, 1, 2, 3, 4, 5]
const all = [...toSaturday, 6]

describe('opening hours', () => {
  it('are read as people write them', () => {
    expect(parseHours('Mon-Tue 09:00-13:00, 17:00-20:00; sun 10:00-14:00')).toEqual([
      ...on([0, 1], [540, 780], [1020, 1200]),
      ...on([6], [600, 840]),
    ])
  })

  it.each([
    '24x7',
    '24/7',
    '24 x 7',
    '24 hours',
    'Open 24 hours',
    '24 hrs',
    '24 hours a day',
    'Daily 24 hours',
    '00:00-24:00',
  ])('%s is all week', (text) => {
    const minutes = parseHours(text)!.reduce((sum, [from, to]) => sum + to - from, 0)
    expect(minutes).toBe(week)
  })

  it.each([
    'Mo-Sa 09:00-20:00',
    'Mon-Sat 9:00-20:00',
    'Mon–Sat 09:00–20:00',
    'Mon—Sat 9.00 – 20.00;',
    'Monday to Saturday: 9 am to 8 pm',
    'mon-sat 9AM-8PM',
    'Mon-Sat 9:00 a.m. - 8:00 p.m.',
    'Mon,Tue,Wed,Thu,Fri,Sat 09:00-20:00',
    'Mo, Tu, We-Fr & Sat 09:00-20:00',
    'Sun closed; Mon-Sat 09:00-20:00',
    'Daily 09:00-20:00; Sun off',
    '09:00-20:00, Sunday closed',
    'Mon-Fri 09:00-20:00, Sat 09:00-20:00',
    'Mon-Fri 09:00-20:00 Sat 09:00-20:00',
    'Mo-Su 08:00-21:00; Mo-Sa 09:00-20:00; Su closed',
  ])('%s is from nine to eight, but not on Sundays', (text) =>
    expect(parseHours(text)).toEqual(on(toSaturday, [540, 1200])),
  )

  it.each([
    'Mon-Sat 09:00-13:00; 16:00-20:00',
    'Mon-Sat 09:00-13:00 16:00-20:00',
    'Mon-Sat 4:00-8:00 pm',
    'Mon-Sat 9:00-12:30 pm',
  ])('%s could mean two things, and is refused', (text) => expect(parseHours(text)).toBeNull())

  it('of a later part replace what they overlap, and add to the rest', () => {
    expect(parseHours('Mo-Su 09:00-20:00; Su 10:00-14:00')).toEqual([
      ...on(toSaturday, [540, 1200]),
      ...on([6], [600, 840]),
    ])
    expect(parseHours('Mon-Sun 09:00-13:00; Mon-Sun 17:00-20:00')).toEqual(on(all, [540, 780], [1020, 1200]))
    expect(parseHours('Mon,Wed,Fri 09:00-13:00')).toEqual(on([0, 2, 4], [540, 780]))
    expect(parseHours('Sa-Mo 12 am-12 pm')).toEqual(on([0, 5, 6], [0, 720]))
  })

  it('run into the next day, and from Sunday into Monday', () => {
    expect(parseHours('Fri 20:00-02:00')).toEqual([[6960, 7320]])
    expect(parseHours('Sun 22:00-06:00')).toEqual([
      [9960, 10080],
      [0, 360],
    ])
    expect(parseHours('Sat-Mon 00:00-24:00')).toEqual([
      [0, 1440],
      [7200, 8640],
      [8640, 10080],
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
    'Mon 9-5 pm',
    'Mon 13 pm-2 pm',
    'Sun closed',
    'Mo-Sa 09:00-20:00; PH off',
    'Apr-Oct Mo-Sa 09:00-20:00',
    'Mo-Sa sunrise-sunset',
    'Mo-Sa 09:00+',
    'M 09:00-10:00',
    'Mon 09:00-17:00 or later',
    'call us',
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

import { expect, it } from 'vitest'
import { zoneNames } from '#/kernel/web/zone-names.ts'
import { isZone } from '#/kernel/zone.ts'
import { settingsOf, settingsProblems } from './settings.ts'

const draft = { timeZone: 'Asia/Kolkata', notice: '60', buffer: '0' }
const saved = { timeZone: 'Europe/London', minimumNoticeMinutes: 5, bufferMinutes: 6, version: 'v' }

it('rules that can be are taken as they were typed', () => {
  expect(settingsProblems(draft)).toEqual({})
  expect(settingsProblems({ timeZone: ' UTC ', notice: '20160', buffer: '240' })).toEqual({})
  expect(settingsOf(draft, saved)).toEqual({
    timeZone: 'Asia/Kolkata',
    minimumNoticeMinutes: 60,
    bufferMinutes: 0,
  })
})

it('others are refused at their field, and the preview goes by what is saved', () => {
  const wrong = { timeZone: 'IST', notice: '20161', buffer: '-1' }
  expect(Object.keys(settingsProblems(wrong))).toEqual(['zone', 'notice', 'buffer'])
  expect(settingsOf(wrong, saved)).toEqual({
    timeZone: 'Europe/London',
    minimumNoticeMinutes: 5,
    bufferMinutes: 6,
  })
  expect(settingsProblems({ ...draft, notice: ' ', buffer: '1.5' })).toEqual({
    notice: 'Required',
    buffer: '0 to 240 minutes',
  })
})

it('every zone is offered once, by its present name, and all of them can be chosen', () => {
  const names = zoneNames(['Asia/Calcutta', 'Europe/Paris'])
  expect(names.slice(0, 2)).toEqual(['Asia/Kolkata', 'Europe/Paris'])
  expect(new Set(names).size).toBe(names.length)
  expect(names).not.toContain('Asia/Calcutta')
  for (const timeZone of names) expect(settingsProblems({ ...draft, timeZone }), timeZone).toEqual({})
  expect(names.every(isZone)).toBe(true)
})

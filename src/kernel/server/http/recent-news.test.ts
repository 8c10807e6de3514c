import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { HOUR } from '#/kernel/duration.ts'
import { openRecentNews } from './recent-news.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('news of a minute is known, from the moment when it began to be noted', () => {
  const recent = openRecentNews()
  vi.advanceTimersByTime(10_000)
  recent.note('asha', 'orders')
  vi.advanceTimersByTime(5_000)
  recent.note('asha', 'todo')
  vi.advanceTimersByTime(5_000)
  expect(recent.since('asha', 4_000)).toEqual([])
  expect(recent.since('asha', 5_000)).toEqual(['todo'])
  expect(recent.since('asha', 19_999)).toEqual(['orders', 'todo'])
  expect(recent.since('asha', 20_000)).toBeNull()
  vi.advanceTimersByTime(HOUR)
  expect(recent.since('asha', 59_999)).toEqual([])
  expect(recent.since('asha', 60_000)).toBeNull()
})

test('if it is too much to be remembered, what came before is unknown', () => {
  const recent = openRecentNews(2)
  vi.advanceTimersByTime(60_000)
  for (const person of ['asha', 'bela', 'chitra']) {
    recent.note(person, 'orders')
    vi.advanceTimersByTime(1_000)
  }
  expect(recent.since('asha', 3_000)).toBeNull()
  expect(recent.since('bela', 2_999)).toEqual(['orders'])
  expect(recent.since('chitra', 1_000)).toEqual(['orders'])
})

test('what was forgotten because its minute is over doesn’t count', () => {
  const recent = openRecentNews(2)
  recent.note('asha', 'orders')
  recent.note('bela', 'orders')
  vi.advanceTimersByTime(120_000)
  recent.note('chitra', 'orders')
  recent.note('dev', 'orders')
  expect(recent.since('asha', 59_999)).toEqual([])
})

import { expect, test } from 'vitest'
import { promiseText } from './message-words.ts'

const since = new Date('2026-11-02T03:30:00Z')
const after = (hours: number) => new Date(since.getTime() + hours * 3_600_000)

test('the text says how much of the promised time is left, and when it is over', () => {
  expect(promiseText('booking', since, after(0.5))).toEqual({ text: '47 hours left', kind: 'quiet' })
  expect(promiseText('booking', since, after(36.5))).toEqual({ text: '11 hours left', kind: 'warn' })
  expect(promiseText('booking', since, after(47.5))).toEqual({ text: 'less than an hour left', kind: 'warn' })
  expect(promiseText('booking', since, after(49))).toEqual({ text: '1 hour late', kind: 'bad' })
  expect(promiseText('booking', since, after(48 + 75))).toEqual({ text: '3 days late', kind: 'bad' })
})

test('safety is urgent from the beginning, and late after 4 hours', () => {
  expect(promiseText('safety', since, after(0.5))).toEqual({ text: '3 hours left', kind: 'warn' })
  expect(promiseText('safety', since, after(4.5))).toEqual({ text: 'less than an hour late', kind: 'bad' })
})

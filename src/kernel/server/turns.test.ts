import { expect, test } from 'vitest'
import { Crowded, turns } from './turns.ts'

test('as many run at once as there are lanes, the rest in order of arrival', async () => {
  const inTurn = turns(2, 10)
  let running = 0
  let most = 0
  const ended: number[] = []
  await Promise.all(
    [1, 2, 3, 4, 5, 6].map((number) =>
      inTurn(async () => {
        most = Math.max(most, ++running)
        await new Promise((done) => setImmediate(done))
        running--
        ended.push(number)
      }),
    ),
  )
  expect(most).toBe(2)
  expect(ended).toEqual([1, 2, 3, 4, 5, 6])
})

test('a full queue refuses at once, and has room again afterwards', async () => {
  const inTurn = turns(1, 1)
  const first = Promise.withResolvers<string>()
  const both = [inTurn(() => first.promise), inTurn(async () => 'second')]
  await expect(inTurn(async () => 'third')).rejects.toThrow(Crowded)
  first.resolve('first')
  expect(await Promise.all(both)).toEqual(['first', 'second'])
  expect(await inTurn(async () => 'third')).toBe('third')
})

test('failing work gives its turn back', async () => {
  const inTurn = turns(1, 1)
  await expect(inTurn(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await inTurn(async () => 'yes')).toBe('yes')
})

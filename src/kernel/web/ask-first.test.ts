import { expect, test } from 'vitest'
import { askingFirst } from './ask-first.ts'

const needed = new Error('needed')

test('a second call that needs the same takes over, and is made once it is given', async () => {
  const gate = askingFirst((error) => error === needed)
  gate.onWanted(() => undefined)
  let isGiven = false
  const call = () => (isGiven ? Promise.resolve('done') : Promise.reject(needed))
  const first = gate.run(call)
  await Promise.resolve()
  const second = gate.run(call)
  await expect(first).rejects.toBe(needed)
  isGiven = true
  gate.wanted()!.settle(true)
  expect(await second).toBe('done')
  expect(gate.wanted()).toBeUndefined()
})

test('without anything on the page that asks, the refusal stands', async () => {
  const gate = askingFirst((error) => error === needed)
  await expect(gate.run(() => Promise.reject(needed))).rejects.toBe(needed)
  expect(gate.wanted()).toBeUndefined()
})

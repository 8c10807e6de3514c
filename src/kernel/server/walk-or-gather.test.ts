import { expect, test } from 'vitest'
import { walkOrGather } from './walk-or-gather.ts'

/** Asks for a page of two, and returns it with the ways in which it was looked for. */
async function ask(search: string | undefined, walked: string[]) {
  const ways: string[] = []
  const rows = await walkOrGather({
    search,
    enough: 2,
    walk: async () => {
      ways.push('walked')
      return walked
    },
    gather: async () => {
      ways.push('gathered')
      return ['a', 'b', 'c']
    },
  })
  return { rows, ways }
}

test('a walk that finds enough is all, each time', async () => {
  for (let time = 0; time < 2; time++)
    expect(await ask('many', ['x', 'y'])).toEqual({ rows: ['x', 'y'], ways: ['walked'] })
})

test('after a walk that found too few, the same search gathers at once, and others walk', async () => {
  expect(await ask('few', ['a'])).toEqual({ rows: ['a', 'b', 'c'], ways: ['walked', 'gathered'] })
  expect(await ask('few', ['a'])).toEqual({ rows: ['a', 'b', 'c'], ways: ['gathered'] })
  expect((await ask('others', ['x', 'y'])).ways).toEqual(['walked'])
})

test('a later page always walks first', async () => {
  for (let time = 0; time < 2; time++)
    expect((await ask(undefined, ['a'])).ways).toEqual(['walked', 'gathered'])
})

import { expect, test } from 'vitest'
import type { Db } from './db.ts'
import { walkOrGather } from './walk-or-gather.ts'

/** Asks for a page of two, and returns it with the ways in which it was looked for. */
async function ask(search: string | undefined, walked: string[], db = {} as Db) {
  const ways: string[] = []
  const rows = await walkOrGather({
    db,
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
  const db = {} as Db
  for (let time = 0; time < 2; time++)
    expect(await ask('many', ['x', 'y'], db)).toEqual({ rows: ['x', 'y'], ways: ['walked'] })
})

test('after a walk that found too few, the same search of the same database gathers at once, and others walk', async () => {
  const db = {} as Db
  expect(await ask('few', ['a'], db)).toEqual({ rows: ['a', 'b', 'c'], ways: ['walked', 'gathered'] })
  expect(await ask('few', ['a'], db)).toEqual({ rows: ['a', 'b', 'c'], ways: ['gathered'] })
  expect((await ask('others', ['x', 'y'], db)).ways).toEqual(['walked'])
  expect((await ask('few', ['x', 'y'])).ways).toEqual(['walked'])
})

test('a later page always walks first', async () => {
  const db = {} as Db
  for (let time = 0; time < 2; time++)
    expect((await ask(undefined, ['a'], db)).ways).toEqual(['walked', 'gathered'])
})

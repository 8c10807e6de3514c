import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const source = globSync('src/*/server/**/*.ts')
  .filter((file) => !/\.(?:test|factory)\.ts$/.test(file))
  .sort()
const usersOf = (name: string) =>
  source.filter((file) => new RegExp(`\\b${name}\\b`).test(readFileSync(file, 'utf8')))

test('every time in a server’s text respects its reader’s time zone', () => {
  expect(source.length).toBeGreaterThan(200)
  expect(usersOf('formatInstant')).toEqual([])
  expect(usersOf('(?:toLocale(?:Date|Time)?String|DateTimeFormat)')).toEqual([])
})

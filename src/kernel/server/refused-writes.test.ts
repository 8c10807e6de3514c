import pg from 'pg'
import { expect, test } from 'vitest'
import { refusedWrites } from './refused-writes.ts'

const failed = (code: string) => Object.assign(new pg.DatabaseError('refused', 1, 'error'), { code })

test('a full disk, a broken one and a read-only database are remembered for as long as jobs need to write again', () => {
  const heard: string[] = []
  const writes = refusedWrites((reason) => void heard.push(reason))
  expect(writes.reason()).toBeUndefined()
  writes.note(failed('53100'), 0)
  expect([writes.reason(89_999), writes.reason(90_000)]).toEqual(['disk_full', undefined])
  writes.note(failed('58030'), 100_000)
  writes.note(failed('25006'), 100_000)
  expect(writes.reason(100_001)).toBe('read_only')
  expect(heard).toEqual(['disk_full', 'io_error', 'read_only'])
})

test('other refusals say nothing about writing', () => {
  const writes = refusedWrites()
  // A constraint, a deadlock, too many connections, a bug.
  for (const code of ['23505', '40P01', '53300', '42601']) writes.note(failed(code))
  writes.note(new Error('could not extend file'))
  expect(writes.reason()).toBeUndefined()
})

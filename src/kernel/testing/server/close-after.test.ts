import { expect, test } from 'vitest'
import { closeAfter } from '#/kernel/testing/close-after.ts'

const closed: string[] = []
const open = (name: string) => closeAfter(async () => void closed.push(name))
open('by the file')

test('nothing closes before its test ends', () => {
  open('by a test')
  expect(closed).toEqual([])
})

test('a test’s own things close with it, the file’s stay open', () => {
  expect(closed).toEqual(['by a test'])
})

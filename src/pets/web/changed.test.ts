import { expect, test } from 'vitest'
import { changedFields } from './changed.ts'

test('only changed fields are sent, so that another tab’s changes stay', () => {
  const before = { name: 'Bruno', birth: { date: '2021-03-14' }, temperament: ['calm'], photo: undefined }
  expect(changedFields(before, structuredClone(before))).toEqual({})
  expect(changedFields<object>(before, { ...before, birth: null, temperament: ['calm', 'shy'] })).toEqual({
    birth: null,
    temperament: ['calm', 'shy'],
  })
  expect(changedFields<object>(before, { ...before, photo: null })).toEqual({ photo: null })
  expect(changedFields<object>(before, { ...before, photo: new File([], 'bruno.jpg') })).toHaveProperty(
    'photo',
  )
})

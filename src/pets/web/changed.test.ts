import { expect, test } from 'vitest'
import { changedFields } from './changed.ts'

test('only what is different is sent, so that what another tab saved meanwhile stays', () => {
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

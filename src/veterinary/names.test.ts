import { expect, test } from 'vitest'
import { doctorName } from './names.ts'

test('a vet is called doctor once, however they wrote their name', () => {
  for (const name of ['Meera Iyer', 'Dr. Meera Iyer', 'dr Meera Iyer', 'DR.Meera Iyer'])
    expect(doctorName(name)).toBe('Dr. Meera Iyer')
  expect(doctorName('Drishti Rao')).toBe('Dr. Drishti Rao')
})

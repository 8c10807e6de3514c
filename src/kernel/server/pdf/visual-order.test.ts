import { expect, test } from 'vitest'
import { turned, visualOrder } from './visual-order.ts'

/** Urdu words stand for themselves, in the order from left to right. */
const shown = (line: string) => visualOrder(line).map(({ text, goesLeft }) => (goesLeft ? `<${text}` : text))

test('a line without letters that go left stays as it is', () => {
  expect(shown('Sold to Asha, 12 Lake Road')).toEqual(['Sold to Asha, 12 Lake Road'])
  expect(shown('')).toEqual([''])
})

test('an Urdu name in an English sentence moves nothing else', () => {
  expect(shown('Sold to محمد علی, 12 Lake Road')).toEqual(['Sold to ', '<محمد علی', ', 12 Lake Road'])
  expect(shown('For کتا on 12 Nov')).toEqual(['For ', '<کتا', ' on 12 Nov'])
  expect(shown('To کتا, +91 98450 12345')).toEqual(['To ', '<کتا', ', +91 98450 12345'])
})

test('an Urdu line begins at the right, and its numbers keep their order', () => {
  expect(shown('گلی 12، لاہور')).toEqual(['<، لاہور', '12', '<گلی '])
  expect(shown('فون 98450 12345')).toEqual(['98450 12345', '<فون '])
  expect(shown('کتا Bruno ہے')).toEqual(['< ہے', 'Bruno', '<کتا '])
  expect(shown('Sold to گلی 12 لاہور')).toEqual(['Sold to ', '< لاہور', '12', '<گلی '])
})

test('signs between words are turned', () => {
  expect(turned(' (,')).toBe(',) ')
})

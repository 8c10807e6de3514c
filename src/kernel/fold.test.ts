import { expect, test } from 'vitest'
import { fold, searchWords } from './fold.ts'

test.each([
  ['Sūrat', 'surat'],
  ['St. John’s', 'st johns'],
  ["D'Souza", 'dsouza'],
  ['Strauß STRAẞE', 'strauss strasse'],
  ['Diyarbakır İzmir', 'diyarbakir izmir'],
  ['Zoe\u0308', 'zoe'],
  ['Bjørn Łódź', 'bjorn lodz'],
  ['बिल्ली का खाना', 'बिल्ली का खाना'],
  ['பூனை', 'பூனை'.normalize('NFKD')],
  ['soft\u00adhyphen', 'softhyphen'],
  ['１２ ｋｇ', '12 kg'],
  ['  — · 🐕 ', ''],
])('“%s” folds to “%s”', (text, folded) => {
  expect(fold(text)).toBe(folded)
})

test('words that a text is found by take numbers and units apart', () => {
  expect(searchWords('Omega-3 oil, 1.2kg (3×85 g) F.P.V/3')).toEqual(
    'omega 3 oil 1 2 kg 3 × 85 g f p v 3'.replace(' ×', '').split(' '),
  )
})

import { expect, test } from 'vitest'
import { linesToReword } from './comments.ts'

test('finds comments that open with a question word, in each kind of comment', () => {
  const openings = ['/** ', '  * ', '// ', 'a = 1 // ', '/* ', '{/* ', '  -- ']
  const asks = openings.flatMap((opening) =>
    ['What', 'Whoever', 'Where'].map((word) => `${opening}${word} it`),
  )
  const reason = '// biome-ignore lint/a11y/noAutofocus: '
  asks.push(`${reason}what it replaces had the focus`)
  const fine = [...openings.map((opening) => `${opening}The place where it`), "ask('What now?')"]
  expect(linesToReword([...fine, ...asks].join('\n'))).toEqual(
    asks.map((_, index) => fine.length + index + 1),
  )
})

test('finds comments in SQL that leave out the noun', () => {
  const asks = ['  -- When it was told.', '-- Of a stay.', '-- For the sweep.', '-- Since when it waits.']
  expect(linesToReword(['-- Set once it was told.', ...asks].join('\n'))).toEqual([2, 3, 4, 5])
})

test('finds docstrings that leave out the noun', () => {
  const asks = ['Of one unit.', 'As the buyer saw it.', 'Such as a phone.'].map((words) => `/** ${words} */`)
  const fine = ['/** The price of one unit. */', '// As root, there is none.']
  expect(linesToReword([...fine, ...asks].join('\n'))).toEqual([3, 4, 5])
})

import { expect, test } from 'vitest'
import { asSentence } from './sentence.ts'

test.each([
  ['bad product', 'bad product.'],
  ['It was recalled.', 'It was recalled.'],
  ['Is this a joke?', 'Is this a joke?'],
  ['They wrote “never again!”', 'They wrote “never again!”'],
  ['see the label (back)', 'see the label (back).'],
  ['यह वापस बुलाया गया।', 'यह वापस बुलाया गया।'],
])('%j becomes the sentence %j', (words, sentence) => {
  expect(asSentence(words)).toBe(sentence)
})

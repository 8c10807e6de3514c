import { expect, test } from 'vitest'
import { textOfPdf } from './pdf.factory.ts'
import { drawPdf } from './pdf.ts'

const about = { title: 'A note', author: 'Pawfolk', footer: 'Pawfolk', now: new Date('2026-11-02T03:30:00Z') }

test('rupees, Devanagari and letters with marks are printed correctly', async () => {
  const pdf = await drawPdf(about, (page) => {
    page.title('ब्रूनो की जाँच')
    page.text('₹1,250.00 for Zoë, Śarmā and कक्षा 38.5 °C – all well')
  })
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
  const text = textOfPdf(pdf)
  expect(text).toContain('₹1,250.00 for Zoë, Śarmā and ')
  expect(text).toContain('38.5 °C – all well')
  // A conjunct is one glyph for several letters, and a vowel may come before its consonant, but each letter is there.
  for (const letter of 'बरनकजच') expect(text).toContain(letter)
  expect(text).not.toContain('\ufffd')
  expect(text).not.toContain('?')
  expect(text).toContain('Page 1 of 1')
})

test.each([
  ['Tamil', 'தமிழ் கிருஷ்ணமூர்த்தி'],
  ['Telugu', 'తెలుగు శ్రీనివాస్'],
  ['Bengali', 'বাংলা চট্টোপাধ্যায়'],
  ['Kannada', 'ಕನ್ನಡ ಶ್ರೀನಿವಾಸ'],
  ['Malayalam', 'മലയാളം ശ്രീകൃഷ്ണൻ'],
  ['Gujarati', 'ગુજરાતી ત્રિવેદી'],
  ['Gurmukhi', 'ਪੰਜਾਬੀ ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ'],
  ['Odia', 'ଓଡ଼ିଆ ଜଗନ୍ନାଥ'],
])('%s is printed with all its letters', async (_script, words) => {
  const text = textOfPdf(
    await drawPdf(about, (page) => {
      page.title(words)
      page.facts([['Sold to', words]])
    }),
  )
  // Vowels may stand before their consonant.
  for (const letter of words.normalize('NFD').replace(/[\u200c\u200d]/g, ''))
    expect(text.normalize('NFD')).toContain(letter)
  expect(text).not.toContain('?')
  expect(text).not.toContain('\ufffd')
  expect(text).not.toContain('can’t be printed here')
})

test('Urdu goes from right to left, with joined letters, and the English around it from left to right', async () => {
  const pdf = await drawPdf(about, (page) => page.text('Sold to محمد علی, 12 Lake Road'))
  const text = textOfPdf(pdf)
  expect(text).toContain(`Sold to ${[...'محمد علی'].reverse().join('')}, 12 Lake Road`)
  expect(text).not.toContain('can’t be printed here')
})

test('what the font library can’t shape becomes question marks, and the document is made', async () => {
  const drawn = drawPdf(about, (page) => page.text(everyPair(0x0c05, 0x0c4d)))
  expect((await drawn).length).toBeGreaterThan(1000)
})

/** Each of these letters before each other, which no one writes. */
function everyPair(from: number, to: number): string {
  const letters = Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index))
  return letters.map((one) => letters.map((other) => one + other).join(' ')).join('\n')
}

test('a letter of an unsupported script is a question mark, and the document says so', async () => {
  const text = textOfPdf(await drawPdf(about, (page) => page.text('Is 漢字 well?')))
  expect(text).toContain('Is ?? well?')
  expect(text).toContain('can’t be printed here')
  expect(textOfPdf(await drawPdf(about, (page) => page.text('Well?')))).not.toContain('can’t be printed here')
})

test('long content continues over numbered pages, and an endless word is cut', async () => {
  const pdf = await drawPdf(about, (page) => {
    page.text(Array.from({ length: 400 }, (_, index) => `Line ${index}`).join('\n'))
    page.text('a'.repeat(3_000))
    page.table(
      [
        { title: 'One', share: 0.5 },
        { title: 'Two', share: 0.5 },
      ],
      [['b'.repeat(4_000), 'c']],
    )
  })
  const text = textOfPdf(pdf)
  const count = Number(/Page 1 of (\d+)/.exec(text)![1])
  expect(count).toBeGreaterThan(8)
  expect(text).toContain(`Page ${count} of ${count}`)
  expect(text).toContain('Line 399')
  expect(text.match(/a/g)!.length).toBeGreaterThanOrEqual(3_000)
  expect(text.match(/b/g)!.length).toBe(4_000)
})

test('an empty document is one page', async () => {
  expect(textOfPdf(await drawPdf(about, () => undefined))).toContain('Page 1 of 1')
})

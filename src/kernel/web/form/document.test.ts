import { expect, test } from 'vitest'
import { goodFiles } from './document.ts'

const fileOf = (name: string, type = 'image/jpeg', bytes = 1) =>
  new File([new Uint8Array(bytes)], name, { type, lastModified: 1 })

test('of several files, the good ones are kept in their order, and each other one is named', () => {
  const chosen = [fileOf('b.jpg'), fileOf('run.exe', 'application/x-msdownload'), fileOf('a.jpg')]
  const { good, problem } = goodFiles(chosen, [], 6)
  expect(good.map(({ name }) => name)).toEqual(['b.jpg', 'a.jpg'])
  expect(problem).toBe('run.exe: Please choose a PDF, or a JPG, PNG or WebP picture.')
})

test('files that are there already aren’t added again, and those beyond the room are left out', () => {
  const chosen = [fileOf('a.jpg'), fileOf('b.jpg'), fileOf('c.jpg')]
  const { good, problem } = goodFiles(chosen, [fileOf('a.jpg')], 1)
  expect(good.map(({ name }) => name)).toEqual(['b.jpg'])
  expect(problem).toBe('There’s no room for more, so we took only the first one.')
})

test.each([
  [
    'a PDF of more than 5 MB',
    fileOf('a.pdf', 'application/pdf', 6_000_000),
    /5 MB\. Please choose a smaller one/,
  ],
  [
    'a picture that couldn’t be made smaller',
    fileOf('a.jpg', 'image/jpeg', 6_000_000),
    /couldn’t make it smaller/,
  ],
  ['a HEIC photo that couldn’t be decoded', fileOf('a.heic', 'image/heic'), /can’t open HEIC photos/],
])('%s is refused', (_what, file, sentence) => {
  expect(goodFiles([file], [], 6)).toEqual({ good: [], problem: expect.stringMatching(sentence) })
})

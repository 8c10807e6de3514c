import { expect, test } from 'vitest'
import { cleanLine, optionalLine, requiredLine, requiredText } from './fields.ts'

const line = (text: string) => requiredLine(200).parse(text)
const lines = (text: string) => requiredText(200).parse(text)

test('a line break in a one-line field becomes a space', () => {
  for (const gap of ['\n', '\r', '\r\n', '\u2028', '\u2029', '\t', '\u0085', '\v', '\f'])
    expect(line(`Bob${gap}E-mail: boss@corp.example`)).toBe('Bob E-mail: boss@corp.example')
  expect(lines('One\r\ntwo\rthree\u2028four')).toBe('One\ntwo\nthree\nfour')
  expect(optionalLine(10).parse('\n\t ')).toBeNull()
})

test('a letter and its mark are one, however they were typed', () => {
  expect(line('Zoe\u0308')).toBe('Zoë')
  expect(lines('Stra\u00dfe')).toBe('Straße')
  expect(line('\u0958'.normalize('NFC'))).toBe(line('\u0958'))
})

test('invisible characters, and those that change the writing direction, are removed', () => {
  const unseen = [
    0x61c, 0x200b, 0x200e, 0x200f, 0x202a, 0x202e, 0x2060, 0x2066, 0x2069, 0xfeff, 0xad, 0x3164, 0xe0041,
  ]
  for (const code of unseen) {
    const sign = String.fromCodePoint(code)
    expect(line(`A${sign}evil`), code.toString(16)).toBe('Aevil')
    expect(lines(`A${sign}evil`), code.toString(16)).toBe('Aevil')
    expect(() => line(sign), code.toString(16)).toThrow()
  }
  for (const joiner of ['\u200c', '\u200d']) expect(line(`Ka${joiner}bir${joiner}`)).toBe('Kabir')
})

test.each([
  ['Devanagari with a half letter', 'क्\u200dष'],
  ['Devanagari without a ligature', 'क्\u200cष'],
  ['Malayalam with a chillu at the end of a word', 'അവന്\u200d വന്നു'],
  ['Bengali', 'র\u200d্যাম'],
  ['Persian', 'می\u200cخواهم'],
  ['a vet among emoji', '👩🏽\u200d⚕️'],
  ['a family', '👨\u200d👩\u200d👧'],
  ['the flag of England', '\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}'],
])('%s stays as it was written', (_what, text) => {
  expect(line(text)).toBe(text)
  expect(lines(text)).toBe(text)
})

test.each([
  ['empty braille cells', '\u2800\u2800'],
  ['no-break spaces', '\u00a0 \u3000'],
  ['variation selectors', '\ufe0f\u{e0100}'],
  ['a lone accent', '\u0301'],
])('a text of nothing but %s is empty', (_what, text) => {
  expect(() => line(text)).toThrow('Required')
  expect(() => lines(text)).toThrow('Required')
  expect(optionalLine(10).parse(text)).toBeNull()
})

test('more than one empty line becomes one', () => {
  expect(lines('One\n\n\n \t\n\nTwo\n\nThree\nFour')).toBe('One\n\nTwo\n\nThree\nFour')
})

test('a long text of nothing but such characters is cleaned at once', () => {
  const begun = performance.now()
  for (const sign of ['\u200d', '\u{e0041}', '\u202e', '\n', '\n ', '\u2800', '\u0301']) {
    cleanLine(sign.repeat(20_000))
    requiredText(100_000).safeParse(`a${sign.repeat(20_000)}b`)
  }
  expect(performance.now() - begun).toBeLessThan(1_000)
})

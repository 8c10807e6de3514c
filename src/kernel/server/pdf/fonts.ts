import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { unpackWoff } from './woff.ts'

export type Weight = 400 | 700

/** The part of the font library that we use. */
export type Letters = { hasGlyphForCodePoint(codePoint: number): boolean }

/** One design in three files, each with its own letters: ₹ is in the second, Devanagari in the third. */
const usual = {
  latin: import.meta.resolve('@fontsource/mukta/files/mukta-latin-400-normal.woff'),
  'latin-ext': import.meta.resolve('@fontsource/mukta/files/mukta-latin-ext-400-normal.woff'),
  devanagari: import.meta.resolve('@fontsource/mukta/files/mukta-devanagari-400-normal.woff'),
}

/** Scripts whose fonts are read once a letter needs them. */
const others = {
  arabic: import.meta.resolve('@fontsource/noto-sans-arabic/files/noto-sans-arabic-arabic-400-normal.woff'),
  bengali: import.meta.resolve(
    '@fontsource/noto-sans-bengali/files/noto-sans-bengali-bengali-400-normal.woff',
  ),
  gujarati: import.meta.resolve('@fontsource/mukta-vaani/files/mukta-vaani-gujarati-400-normal.woff'),
  gurmukhi: import.meta.resolve('@fontsource/mukta-mahee/files/mukta-mahee-gurmukhi-400-normal.woff'),
  kannada: import.meta.resolve(
    '@fontsource/noto-sans-kannada/files/noto-sans-kannada-kannada-400-normal.woff',
  ),
  malayalam: import.meta.resolve('@fontsource/manjari/files/manjari-malayalam-400-normal.woff'),
  oriya: import.meta.resolve('@fontsource/noto-sans-oriya/files/noto-sans-oriya-oriya-400-normal.woff'),
  tamil: import.meta.resolve('@fontsource/mukta-malar/files/mukta-malar-tamil-400-normal.woff'),
  telugu: import.meta.resolve('@fontsource/hind-guntur/files/hind-guntur-telugu-400-normal.woff'),
}

const scriptsOf: readonly (readonly [keyof typeof others, RegExp])[] = [
  ['arabic', /^\p{scx=Arabic}/u],
  ['bengali', /^\p{scx=Bengali}/u],
  ['gujarati', /^\p{scx=Gujarati}/u],
  ['gurmukhi', /^\p{scx=Gurmukhi}/u],
  ['kannada', /^\p{scx=Kannada}/u],
  ['malayalam', /^\p{scx=Malayalam}/u],
  ['oriya', /^\p{scx=Oriya}/u],
  ['tamil', /^\p{scx=Tamil}/u],
  ['telugu', /^\p{scx=Telugu}/u],
]

const files: Readonly<Record<string, string>> = { ...usual, ...others }
const nameOf = (script: string, weight: Weight) => `${script}-${weight}`
const fileOf = (name: string) => {
  const [, script = '', weight = ''] = /^(.+)-(\d+)$/.exec(name) ?? []
  return fileURLToPath(files[script]!.replace('-400-', `-${weight}-`))
}

const read = new Map<string, Buffer>()

/** Reads the fonts that nearly every document needs. */
export async function readUsualFonts(): Promise<void> {
  const weights: Weight[] = [400, 700]
  const names = weights.flatMap((weight) => Object.keys(usual).map((script) => nameOf(script, weight)))
  await Promise.all(names.map(async (name) => read.set(name, unpackWoff(await readFile(fileOf(name))))))
}

/** Returns a font's file. Another script's takes some milliseconds, once in a process. */
export function fontFile(name: string): Buffer {
  const font = read.get(name) ?? unpackWoff(readFileSync(fileOf(name)))
  read.set(name, font)
  return font
}

/** Its words and letters go from right to left, so that the font has to shape all of a run at once. */
export const goesLeft = (font: string) => font.startsWith('arabic')

export type Run = { font: string; text: string }

/** Stands for a letter that no font has, because a box would say nothing. */
export const unknownLetter = '?'

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Splits a text into what readers see as letters, with their marks and joiners. */
export const lettersIn = (text: string): string[] =>
  [...graphemes.segment(text)].map(({ segment }) => segment)

/** Joiners and variation marks, which aren't drawn. */
const invisible = /[\u200b-\u200f\u2060\ufeff]|[\ufe00-\ufe0f]/g

/**
 * Splits a text into runs of one font each. A letter stays in the current font if that has it, so that a danda or a
 * digit doesn't split a word; a script's connected letters stay in one run, where the font shapes them.
 */
export function runsOf(text: string, weight: Weight, lettersOf: (font: string) => Letters): Run[] {
  const fonts = Object.keys(usual).map((script) => nameOf(script, weight))
  const runs: Run[] = []
  for (const segment of lettersIn(text.normalize('NFC'))) {
    const visible = segment.replace(invisible, '')
    if (!visible) continue
    const has = (font: string) =>
      [...visible].every((letter) => lettersOf(font).hasGlyphForCodePoint(letter.codePointAt(0)!))
    const last = runs.at(-1)
    const own = scriptsOf.find(([, letters]) => letters.test(visible))?.[0]
    const wanted = own ? [...fonts, nameOf(own, weight)] : fonts
    const found = last && has(last.font) ? last.font : wanted.find(has)
    const font = found ?? fonts[0]!
    // In Indic scripts, a joiner decides how two letters meet.
    const written = found ? (font.startsWith('latin') ? visible : segment) : unknownLetter
    if (last?.font === font) last.text += written
    else runs.push({ font, text: written })
  }
  return runs
}

import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { unpackWoff } from './woff.ts'

/** One design in three files, each with its own letters: ₹ is in the second, Devanagari in the third. */
const scripts = ['latin', 'latin-ext', 'devanagari'] as const
export type Weight = 400 | 700

/** The part of the font library that we use. */
export type Letters = { hasGlyphForCodePoint(codePoint: number): boolean }

const anyFile = import.meta.resolve('@fontsource/mukta/files/mukta-latin-400-normal.woff')

const fileOf = (script: (typeof scripts)[number], weight: Weight) =>
  fileURLToPath(new URL(`./mukta-${script}-${weight}-normal.woff`, anyFile))

const nameOf = (script: string, weight: Weight) => `${script}-${weight}`

export async function readFonts(): Promise<Map<string, Buffer>> {
  const weights: Weight[] = [400, 700]
  const wanted = weights.flatMap((weight) => scripts.map((script) => ({ script, weight })))
  const packed = await Promise.all(wanted.map(({ script, weight }) => readFile(fileOf(script, weight))))
  const files = packed.map(unpackWoff)
  return new Map(wanted.map(({ script, weight }, index) => [nameOf(script, weight), files[index]!]))
}

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
  const fonts = scripts.map((script) => nameOf(script, weight))
  const runs: Run[] = []
  for (const segment of lettersIn(text.normalize('NFC'))) {
    const visible = segment.replace(invisible, '')
    if (!visible) continue
    const has = (font: string) =>
      [...visible].every((letter) => lettersOf(font).hasGlyphForCodePoint(letter.codePointAt(0)!))
    const last = runs.at(-1)
    const found = last && has(last.font) ? last.font : fonts.find(has)
    const font = found ?? fonts[0]!
    // In Devanagari, a joiner decides how two letters meet.
    const written = found ? (font.startsWith('devanagari') ? segment : visible) : unknownLetter
    if (last?.font === font) last.text += written
    else runs.push({ font, text: written })
  }
  return runs
}

import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { unpackWoff } from './woff.ts'

/** One design in three files, each with letters of its own: ₹ is in the second, Devanagari in the third. */
const scripts = ['latin', 'latin-ext', 'devanagari'] as const
export type Weight = 400 | 700

/** Which letters a file has. As the font library tells it, as far as we ask. */
export type Letters = { hasGlyphForCodePoint(codePoint: number): boolean }

/** All lie beside this one. */
const anyFile = import.meta.resolve('@fontsource/mukta/files/mukta-latin-400-normal.woff')

const fileOf = (script: (typeof scripts)[number], weight: Weight) =>
  fileURLToPath(new URL(`./mukta-${script}-${weight}-normal.woff`, anyFile))

const nameOf = (script: string, weight: Weight) => `${script}-${weight}`

/** The files of both weights, by the names under which they are used. */
export async function readFonts(): Promise<Map<string, Buffer>> {
  const weights: Weight[] = [400, 700]
  const wanted = weights.flatMap((weight) => scripts.map((script) => ({ script, weight })))
  const packed = await Promise.all(wanted.map(({ script, weight }) => readFile(fileOf(script, weight))))
  const files = packed.map(unpackWoff)
  return new Map(wanted.map(({ script, weight }, index) => [nameOf(script, weight), files[index]!]))
}

/** A part of a text that one font can write. */
export type Run = { font: string; text: string }

/** Stands for a letter that no font has: a box would say nothing. */
export const unknownLetter = '?'

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** What a reader takes for one letter each, marks and joined ones included. */
export const lettersIn = (text: string): string[] =>
  [...graphemes.segment(text)].map(({ segment }) => segment)

/** What joins or varies letters and is drawn by nobody. */
const invisible = /[\u200b-\u200f\u2060\ufeff]|[\ufe00-\ufe0f]/g

/**
 * Cuts a text into runs. A letter goes on with the font at hand if that has it, so that a danda or a digit does not tear
 * a word; what belongs together in a script stays in one run, where the font shapes it.
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
    // Devanagari says with a joiner how two letters meet.
    const written = found ? (font.startsWith('devanagari') ? segment : visible) : unknownLetter
    if (last?.font === font) last.text += written
    else runs.push({ font, text: written })
  }
  return runs
}

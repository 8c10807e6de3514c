import bidiFactory from 'bidi-js'

const bidi = bidiFactory()
const leftward = /\p{sc=Arabic}/u
const beginsLeftward = /^\P{L}*\p{sc=Arabic}/u
const digitBeforeOthers = /\d(?=\P{L}*(?:(?!\p{sc=Arabic})\p{L}|$))/gu

/** Part of a line whose letters go in one direction, in the order of reading. */
export type Piece = { text: string; goesLeft: boolean }

/** Returns a line's parts from left to right, by the Unicode Bidirectional Algorithm: Urdu goes left, the numbers in it go right. */
export function visualOrder(line: string): Piece[] {
  if (!leftward.test(line)) return [{ text: line, goesLeft: false }]
  const direction = beginsLeftward.test(line) ? 'rtl' : 'ltr'
  // The halves of a phone number stay in their order, and a number after an Urdu name in an English sentence is English.
  const whole = line.replace(/(?<=\d) (?=\d)/g, '\u00a0')
  const { levels } = bidi.getEmbeddingLevels(
    direction === 'ltr' ? whole.replace(digitBeforeOthers, 'a') : whole,
    direction,
  )
  const pieces: { text: string; level: number }[] = []
  for (let at = 0; at < line.length; at++) {
    const last = pieces.at(-1)
    if (last && last.level === levels[at]) last.text += line[at]
    else pieces.push({ text: line[at]!, level: levels[at]! })
  }
  // Rule L2: from the highest level down, reverse each sequence of parts at that level or above.
  for (let level = Math.max(...levels); level > 0; level--)
    for (let from = 0; from < pieces.length; from++) {
      let to = from
      while (to < pieces.length && pieces[to]!.level >= level) to++
      if (to > from) pieces.splice(from, to - from, ...pieces.slice(from, to).reverse())
      from = to
    }
  return pieces.map(({ text, level }) => ({ text, goesLeft: level % 2 === 1 }))
}

/** Turns what the font doesn't: blanks and signs between words, with brackets opening the other way. */
export const turned = (text: string): string =>
  [...text]
    .reverse()
    .map((sign) => bidi.getMirroredCharacter(sign) ?? sign)
    .join('')

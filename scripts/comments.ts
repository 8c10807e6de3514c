const words = '(?:What|Whatever|Whom?|Whose|Whoever|Which|How|Where)\\b'
const opening = new RegExp(`(?:^\\s*\\*|/\\*\\*?|//|--) ${words}`)
// Comments in SQL are mostly about a column or an index, whose noun these words leave out.
const openingSql = /^\s*-- (?:When|Since when|Until when|Of|For|By)\b/
const openingDoc = /\/\*\* (?:As|Of|Since when|Such)\b/
const ignoring = new RegExp(`biome-ignore[^:]*: ${words}`, 'i')

/**
 * Finds comments, and reasons for ignored rules, that open with a question word instead of a noun or a verb, and docstrings
 * that leave out the noun (STYLE.md). Returns their line numbers, from 1.
 */
export const linesToReword = (text: string): number[] =>
  text
    .split('\n')
    .flatMap((line, index) =>
      [opening, openingSql, openingDoc, ignoring].some((words) => words.test(line)) ? [index + 1] : [],
    )

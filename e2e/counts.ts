/** Counts what makes stories expensive, for the budget that `npm test` prints. */
import { appendFileSync, mkdirSync } from 'node:fs'
import { join, relative } from 'node:path'

const none = { stories: 0, contexts: 0, loads: 0, axe: 0, screens: 0, signUps: 0 }
let tally = { ...none }

export function count(what: keyof typeof none): void {
  tally[what]++
}

/** Appends a story's counts as a line of JSON to `<pid>.jsonl` in the folder TEST_COUNTS, if that is set. A second try is not counted. */
export function writeCounts(file: string, isRepeat: boolean): void {
  const folder = process.env['TEST_COUNTS']
  const counted = tally
  tally = { ...none }
  if (!folder || isRepeat) return
  const line = { file: relative(process.cwd(), file), ...counted }
  mkdirSync(folder, { recursive: true })
  appendFileSync(join(folder, `${process.pid}.jsonl`), `${JSON.stringify(line)}\n`)
}

/** Appends a test file's counts as a line of JSON to `<pid>.jsonl` in the folder TEST_COUNTS, if that is set. */
import { appendFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { afterAll, afterEach, expect } from 'vitest'
import { count, takeCounts } from './counts.ts'

const folder = process.env['TEST_COUNTS']
if (folder) {
  // A file that failed before its tests leaves its counts behind.
  takeCounts()
  afterEach(() => count('tests'))
  afterAll(() => {
    const file = relative(process.cwd(), expect.getState().testPath!)
    appendFileSync(join(folder, `${process.pid}.jsonl`), `${JSON.stringify({ file, ...takeCounts() })}\n`)
  })
}

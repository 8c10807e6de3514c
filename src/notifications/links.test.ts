import { glob, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

/** Pages that a notification may open as they are, because it isn't about one record of theirs. */
const pages: Readonly<Record<string, string>> = {
  '/help-support': 'the outcome of a report, which has no page',
  '/pet-reports': 'a report that is gone, or several new ones',
  '/todo': 'all to-dos of a household',
}

test('a notification about a record leads to the record, not to the top of a list', async () => {
  const found: string[] = []
  for await (const file of glob('src/*/server/**/*.ts')) {
    if (file.endsWith('.test.ts')) continue
    const text = await readFile(file, 'utf8')
    for (const [, link] of text.matchAll(/\bhref: (?:[^'`,\n]*\? )?(?:'([^']*)'|`[^`$]*`)/g))
      if (link && !(link in pages)) found.push(`${file}: ${link}`)
  }
  expect(found).toEqual([])
})

import { posix } from 'node:path'
import { expect, test } from 'vitest'
import { routeTable } from '#/app/route-table.ts'
import { readSource } from './imports.ts'
import { root } from './steps.ts'

/** Files whose default export React Router or Vitest reads. */
const readByFrameworks = [
  'src/app/root.tsx',
  'src/app/routes.ts',
  'src/app/entry.server.tsx',
  'src/app/pages/NotFoundPage.tsx',
  'src/app/shell/LibrariesLayout.tsx',
  'src/kernel/testing/global-setup.ts',
]

/** Returns the files whose default export neither a framework nor a lazy import needs. */
function needless(texts: Map<string, string>): string[] {
  const needed = new Set([...readByFrameworks, ...routeTable.map(({ page }) => `src/${page}`)])
  for (const [file, text] of texts)
    for (const [, path] of text.matchAll(/import\(\s*'([^']+)'/g))
      needed.add(path!.startsWith('#/') ? `src/${path!.slice(2)}` : posix.join(posix.dirname(file), path!))
  return [...texts]
    .filter(([file, text]) => /^src\/.+(?<!\.d)\.tsx?$/.test(file) && /^export default /m.test(text))
    .map(([file]) => file)
    .filter((file) => !needed.has(file))
}

test('a default export is one that a framework or a lazy import needs', async () => {
  const { texts } = await readSource(root)
  expect(needless(texts)).toEqual([])
  const planted = new Map([...texts, ['src/pets/web/Planted.tsx', 'export default function Planted() {}\n']])
  expect(needless(planted)).toEqual(['src/pets/web/Planted.tsx'])
})

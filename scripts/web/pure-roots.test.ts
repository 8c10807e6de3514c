import { parseAst } from 'vite'
import { expect, test } from 'vitest'
import { markMade } from './pure-roots.ts'

const marked = (code: string) => markMade(code, parseAst(code).body as never)

test('a value that calls make is marked, so that a page which doesn’t use it goes without', () => {
  expect(marked('const a = z.object({ b: z.string() })\nexport const c = { ...a }')).toBe(
    'const a = /* @__PURE__ */ (() => (z.object({ b: z.string() })))()\n' +
      'export const c = /* @__PURE__ */ (() => ({ ...a }))()',
  )
})

test('plain values, functions and statements stay as they are', () => {
  const code =
    'export const a = 1, b = ["c"]\nexport const d = () => e()\nexport function f() { const g = h() }\ni()\nexport { j }'
  expect(marked(code)).toBe(code)
})

/** What is written as an error or a warning is a defect, unless the test expects it with a spy of its own. */
import { afterEach } from 'vitest'

const said: string[] = []
const { console } = globalThis
for (const level of ['error', 'warn'] as const) {
  const write = console[level]
  console[level] = (...words: unknown[]) => {
    said.push(`console.${level}: ${words.map(String).join(' ')}`)
    write(...words)
  }
}

afterEach(() => {
  const unexpected = said.splice(0)
  if (unexpected.length > 0) throw new Error(unexpected.join('\n'))
})

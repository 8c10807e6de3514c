/** What is written as an error or a warning is a defect, unless the test expects it with a spy of its own. */
import { afterAll, afterEach } from 'vitest'

const said: string[] = []
const { console } = globalThis
for (const level of ['error', 'warn'] as const) {
  const write = console[level]
  console[level] = (...words: unknown[]) => {
    said.push(`console.${level}: ${words.map(String).join(' ')}`)
    write(...words)
  }
  // The next file comes into the same process, and is guarded anew.
  afterAll(() => {
    console[level] = write
  })
}

afterEach(() => {
  const unexpected = said.splice(0)
  if (unexpected.length > 0) throw new Error(unexpected.join('\n'))
})

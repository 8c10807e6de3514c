/** Fails a test that writes an error or a warning, unless it expects that with a spy. */
import { afterAll, afterEach } from 'vitest'

const said: string[] = []
const { console } = globalThis
for (const level of ['error', 'warn'] as const) {
  const write = console[level]
  console[level] = (...words: unknown[]) => {
    said.push(`console.${level}: ${words.map(String).join(' ')}`)
    write(...words)
  }
  // The next file runs in the same process, and gets its own guard.
  afterAll(() => {
    console[level] = write
  })
}

afterEach(() => {
  const unexpected = said.splice(0)
  if (unexpected.length > 0) throw new Error(unexpected.join('\n'))
})

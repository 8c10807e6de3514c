import { buildIfStale } from './build.ts'

try {
  await buildIfStale()
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exit(1)
}
// In this same process: a second one would cost its start-up time again.
await import('../src/app/main.ts')

import { buildIfStale } from './build.ts'
import { runScript } from './steps.ts'

await buildIfStale()
const passed = await runScript('node_modules/@playwright/test/cli.js', ['test', ...process.argv.slice(2)])
process.exitCode = passed ? 0 : 1

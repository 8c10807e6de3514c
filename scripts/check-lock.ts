import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Lock, lockGaps } from './lock-gaps.ts'
import { root } from './steps.ts'

const lock: Lock = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8'))
const gaps = lockGaps(lock)
for (const gap of gaps) process.stdout.write(`${gap}\n`)
if (gaps.length > 0) process.exitCode = 1

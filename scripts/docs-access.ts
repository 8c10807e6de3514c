import { writeFile } from 'node:fs/promises'
import { describeAccess } from '#/app/access.ts'

await writeFile(new URL('../docs/access.md', import.meta.url), describeAccess())

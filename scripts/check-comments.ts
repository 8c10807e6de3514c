import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { linesToReword } from './comments.ts'
import { root } from './steps.ts'

for (const folder of ['src', 'db', 'scripts', 'bench', 'e2e']) {
  for (const name of await readdir(join(root, folder), { recursive: true })) {
    if (!/\.(tsx?|m?js|css|sql)$/.test(name)) continue
    for (const line of linesToReword(await readFile(join(root, folder, name), 'utf8'))) {
      process.stdout.write(`${folder}/${name}:${line}: begin the comment with a noun or a verb (STYLE.md)\n`)
      process.exitCode = 1
    }
  }
}

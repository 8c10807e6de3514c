import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './steps.ts'

test('the index of decisions lists every record under its heading', async () => {
  const folder = join(root, 'docs/decisions')
  const index = await readFile(join(folder, 'README.md'), 'utf8')
  const records = (await readdir(folder)).filter((file) => file !== 'README.md').sort()
  const lines = records.map(async (file) => {
    const [, number, title] = /^# (\d+)\. (.+)$/m.exec(await readFile(join(folder, file), 'utf8')) ?? []
    return `${number}. [${title}](${file})`
  })
  expect(index.split('\n').filter((line) => /^\d+\. /.test(line))).toEqual(await Promise.all(lines))
})

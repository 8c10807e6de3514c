import { glob, readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Tables that a domain's migration creates for the kernel, because they refer to users. */
const kernelTables = ['uploads']

/** Another domain's tables that a domain may write, with the reason. */
const exceptions: Record<string, string> = {
  'appointments calendar_holds': 'A hold and its appointment are written in one round trip, from `holdRow`.',
}

/** Erasure deletes a user's rows table by table. */
const erasure = /^src\/privacy\/server\/(?:erase|others-notices)\.ts$/

type Write = { file: string; line: number; table: string }

function writesIn(file: string, source: string): Write[] {
  const built = source.matchAll(/(?:updateTable|insertInto|deleteFrom)\(\s*['"](\w+)/g)
  const plain = source.matchAll(
    /\b(?:update|insert into|delete from) (\w+)(?=\s+(?:set|\(|where|as|using)\b|\s*\()/g,
  )
  return [...built, ...plain].map((match) => ({
    file,
    line: source.slice(0, match.index).split('\n').length,
    table: match[1]!,
  }))
}

async function readOwners(): Promise<Map<string, string>> {
  const owners = new Map<string, string>()
  for await (const file of glob('db/migrations/*.sql', { cwd: root })) {
    const domain = basename(file, '.sql').replace(/^\d+_/, '')
    const text = await readFile(`${root}/${file}`, 'utf8')
    for (const [, table] of text.matchAll(/create table (\w+)/g)) owners.set(table!, domain)
  }
  for (const table of kernelTables) owners.set(table, 'kernel')
  return owners
}

function foreign({ file, table }: Write, owners: Map<string, string>): boolean {
  const domain = file.split('/')[1]!
  const owner = owners.get(table)
  return Boolean(owner) && owner !== domain && !(`${domain} ${table}` in exceptions) && !erasure.test(file)
}

test('a domain writes only its own tables, and asks other domains to write theirs', async () => {
  const owners = await readOwners()
  const writes: Write[] = []
  for await (const file of glob('src/**/server/**/*.ts', { cwd: root })) {
    if (/\.(?:test|factory)\.ts$|\/testing\//.test(file)) continue
    writes.push(...writesIn(file, await readFile(`${root}/${file}`, 'utf8')))
  }
  expect(writes.filter((write) => foreign(write, owners))).toEqual([])
  // The search has seen the code.
  expect(writes.length).toBeGreaterThan(300)
  expect(owners.size).toBeGreaterThan(100)
})

test('a planted write to another domain’s table is found', async () => {
  const owners = await readOwners()
  const built = writesIn('src/pets/server/a.ts', "await db\n  .updateTable('users')\n  .set({ name })")
  const plain = writesIn('src/pets/server/a.ts', 'sql`delete from appointments where true`')
  expect([...built, ...plain].filter((write) => foreign(write, owners)).map(({ table }) => table)).toEqual([
    'users',
    'appointments',
  ])
})

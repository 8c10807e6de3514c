import { execFile } from 'node:child_process'
import { chmod, chown, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { expect, test } from 'vitest'
import { migrate } from './migrate.ts'

const run = promisify(execFile)
const OLDEST = 15

async function systemPostgres(): Promise<string | undefined> {
  const debian = '/usr/lib/postgresql'
  const versions = await readdir(debian).catch(() => [])
  const folders = [
    ...versions.sort((a, b) => Number(a) - Number(b)).map((version) => join(debian, version, 'bin')),
    ...(process.env['PATH'] ?? '').split(delimiter),
  ]
  for (const folder of folders) {
    const version = await run(join(folder, 'postgres'), ['--version']).catch(() => undefined)
    const complete = await Promise.all(['initdb', 'pg_ctl'].map((tool) => stat(join(folder, tool)))).catch(
      () => undefined,
    )
    if (version && complete && Number(/\d+/.exec(version.stdout)?.[0]) >= OLDEST) return folder
  }
  return undefined
}

/** Postgres doesn't run as root. */
async function account(): Promise<{ uid?: number; gid?: number }> {
  if (process.getuid?.() !== 0) return {}
  const [uid, gid] = await Promise.all([run('id', ['-u', 'nobody']), run('id', ['-g', 'nobody'])])
  return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
}

test('the migrations run on this machine’s Postgres, which may be an older one', async (context) => {
  const binaries = await systemPostgres()
  if (!binaries) return context.skip(`this machine has no Postgres of its own from ${OLDEST} on`)
  const owner = await account()
  const folder = await mkdtemp(join(tmpdir(), 'pawfolk-system-'))
  await chmod(folder, 0o700)
  if (owner.uid !== undefined && owner.gid !== undefined) await chown(folder, owner.uid, owner.gid)
  const cluster = join(folder, 'cluster')
  const tool = (name: string, args: string[]) =>
    run(join(binaries, name), ['-D', cluster, ...args], { ...owner, cwd: '/' })
  try {
    await tool('initdb', ['-U', 'postgres', '-E', 'UTF8', '--locale=C', '-A', 'trust', '--no-sync'])
    await tool('pg_ctl', [
      'start',
      '-w',
      '-l',
      join(folder, 'log'),
      '-o',
      `-c listen_addresses= -k ${folder} -F`,
    ])
    try {
      const url = `postgresql://postgres@localhost:5432/postgres?host=${folder}`
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      const contrib = await client.query("select from pg_available_extensions where name = 'btree_gist'")
      context.skip(
        contrib.rowCount === 0,
        'the Postgres of this machine comes without its contrib extensions',
      )
      await migrate(url)
      const { rows } = await client.query('select count(*)::int as migrations from schema_migrations')
      expect(rows[0].migrations).toBeGreaterThan(0)
      await client.end()
    } finally {
      await tool('pg_ctl', ['stop', '-w', '-m', 'immediate'])
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

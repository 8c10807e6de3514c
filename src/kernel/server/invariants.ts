import { readFile } from 'node:fs/promises'
import pg from 'pg'

const script = new URL('../../../db/invariants.sql', import.meta.url)

export type BrokenInvariant = { invariant: string; first: string | null; second: string | null }

/** Keeps a connection that has planned the statement, because planning takes fifty times as long as running it. */
export async function watchInvariants(url: string): Promise<{
  findBroken(): Promise<BrokenInvariant[]>
  end(): Promise<void>
}> {
  const text = await readFile(script, 'utf8')
  const client = new pg.Client({ connectionString: url })
  // A cut connection shows at the next query.
  client.on('error', () => undefined)
  await client.connect()
  return {
    findBroken: async () => (await client.query<BrokenInvariant>({ name: 'invariants', text })).rows,
    end: () => client.end(),
  }
}

export async function findBrokenInvariants(url: string): Promise<BrokenInvariant[]> {
  const invariants = await watchInvariants(url)
  try {
    return await invariants.findBroken()
  } finally {
    await invariants.end()
  }
}

import { readFile } from 'node:fs/promises'
import pg from 'pg'

const script = new URL('../../../db/invariants.sql', import.meta.url)

export type BrokenInvariant = { invariant: string; first: string | null; second: string | null }

export async function findBrokenInvariants(url: string): Promise<BrokenInvariant[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<BrokenInvariant>(await readFile(script, 'utf8'))
    return rows
  } finally {
    await client.end()
  }
}

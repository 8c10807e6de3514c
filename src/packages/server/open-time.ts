import { areOpenIn } from '#/booking/server/index.ts'
import type { Db } from '#/kernel/server/db.ts'
import { usualReturnUntil } from '#/packages/rules.ts'
import type { PackageRow } from './queries.ts'

/** `canBook`: the trainer has an open day before the package expires; `couldBook`: in the usual time for a return. */
export type OpenTime = { canBook: boolean; couldBook: boolean }

type Row = Pick<PackageRow, 'id' | 'status' | 'provider_id' | 'paid_at' | 'expires_at'>

/** Returns the trainers' open time for each package, in the order of the rows, from one statement. */
export async function openTimesOf(db: Db, rows: readonly Row[], now: Date): Promise<OpenTime[]> {
  const spans = rows.map(({ status, provider_id: providerId, paid_at, expires_at }) => {
    if (status !== 'active' || !paid_at || !expires_at) return []
    const early = usualReturnUntil(paid_at)
    return [
      { providerId, from: now, to: expires_at },
      { providerId, from: paid_at, to: early < expires_at ? early : expires_at },
    ]
  })
  const open = await areOpenIn(db, { trade: 'training', spans: spans.flat(), now })
  return spans.map((own) => {
    if (own.length === 0) return { canBook: true, couldBook: true }
    const [canBook, couldBook] = open.splice(0, own.length) as [boolean, boolean]
    return { canBook, couldBook }
  })
}

export const openTimeOf = async (db: Db, row: Row, now: Date): Promise<OpenTime> =>
  (await openTimesOf(db, [row], now))[0]!

import type { Db } from '#/kernel/server/db.ts'
import { owedTo } from '#/payments/server/index.ts'
import { currency } from '#/shop/rules.ts'
import { listDeskSellers } from '#/shop/server/index.ts'

type At = { gateway: string; now: Date }

/** Lists sellers together with what we owe them. */
export async function searchSellers(db: Db, search: Parameters<typeof listDeskSellers>[1], at: At) {
  const page = await listDeskSellers(db, search)
  const owed = await owedTo(
    db,
    page.rows.map(({ user }) => user.id),
    at,
  )
  return {
    ...page,
    rows: page.rows.map((seller) => ({
      ...seller,
      owed: { amount: owed.get(seller.user.id)?.owed ?? 0, currency },
      ready: { amount: owed.get(seller.user.id)?.ready ?? 0, currency },
    })),
  }
}

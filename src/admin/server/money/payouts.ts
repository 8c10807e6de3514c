import type { Acted } from '#/admin/server/act.ts'
import type { Config } from '#/kernel/server/config.ts'
import type { Work } from '#/kernel/server/work.ts'
import { listPayable, recordPayout } from '#/payments/server/index.ts'
import { refuse } from '#/shop/errors.ts'
import { bankChangesOf } from '#/shop/server/index.ts'

type Gateway = Parameters<typeof listPayable>[1]['gateway']

/** Lists what can be paid out, with bank accounts that have just changed. */
export async function listPayouts(work: Pick<Work, 'db' | 'now'>, gateway: Gateway) {
  const rows = await listPayable(work.db, { gateway, now: work.now })
  const changes = await bankChangesOf(
    work,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({ ...row, bankChange: changes.get(row.id) ?? null }))
}

/** @throws shop.bank_just_changed, payments.nothing_ready */
export async function recordPayoutAtDesk(
  work: Work & { config: Pick<Config, 'PAYMENT_GATEWAY'> },
  { id, amount, reference }: { id: string; amount: number; reference: string },
): Promise<Acted> {
  if ((await bankChangesOf(work, [id])).size > 0) refuse('shop.bank_just_changed')
  await recordPayout(work, { userId: id, amount, reference, gateway: work.config.PAYMENT_GATEWAY })
  return { after: { amount, reference } }
}

import type { z } from 'zod'
import type { Db } from '#/kernel/server/db.ts'
import { seal } from '#/kernel/server/sealing.ts'
import type { SupplierProfile, supplierInput } from '#/shop/contract.ts'
import { refuse } from '#/shop/errors.ts'
import { isGstin } from '#/shop/gstin.ts'
import { type Saving, saveRecord, withProposal } from '#/verification/server/index.ts'

type Input = z.output<typeof supplierInput>

export async function findSupplier(db: Db, userId: string): Promise<SupplierProfile | undefined> {
  const profile = await db
    .selectFrom('suppliers')
    .select([
      'business_name as businessName',
      'gstin',
      'pickup_address as pickupAddress',
      'bank_account_last_four as bankLastFour',
      'profile_image_url as imageUrl',
    ])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return withProposal(db, 'supplier', { userId, profile })
}

export async function saveSupplier(work: Saving, input: Input): Promise<SupplierProfile> {
  if (input.gstin && !isGstin(input.gstin)) refuse('shop.gstin_wrong')
  const columns = {
    business_name: input.businessName,
    gstin: input.gstin,
    pickup_address: input.pickupAddress,
    ...bankColumns(input, work.actor.userId, work.config.AUTH_SECRET),
  }
  await saveRecord(work, 'supplier', columns, input)
  return (await findSupplier(work.db, work.actor.userId))!
}

/** Seals the details for their owner, so that they can't be opened from another row. */
function bankColumns(input: Input, userId: string, secret: string) {
  const { bankHolder: holder, bankAccount: account, bankIfsc: ifsc, removeBank } = input
  if (holder && account && ifsc) {
    const sealed = seal(secret, 'bank details', userId, JSON.stringify({ holder, account, ifsc }))
    return { bank_details_sealed: sealed, bank_account_last_four: account.slice(-4) }
  }
  if (holder || account || ifsc) refuse('shop.bank_incomplete')
  return removeBank ? { bank_details_sealed: null, bank_account_last_four: null } : {}
}

import type { z } from 'zod'
import { accountsErrors } from '#/accounts/errors.ts'
import { deviceOfSession, isProved, tellOfChange } from '#/accounts/server/index.ts'
import { HOUR } from '#/kernel/duration.ts'
import { refuser } from '#/kernel/errors.ts'
import type { Db } from '#/kernel/server/db.ts'
import { seal } from '#/kernel/server/sealing.ts'
import type { Work } from '#/kernel/server/work.ts'
import { hoursAfterBankChange } from '#/shop/bank.ts'
import type { SupplierProfile, supplierInput } from '#/shop/contract.ts'
import { refuse } from '#/shop/errors.ts'
import { isGstin } from '#/shop/gstin.ts'
import { type Saving, saveRecord, withProposal } from '#/verification/server/index.ts'

const refuseProof = refuser(accountsErrors)

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

/** @throws shop.gstin_wrong, shop.bank_incomplete, accounts.proof_needed */
export async function saveSupplier(work: Saving, input: Input): Promise<SupplierProfile> {
  if (input.gstin && !isGstin(input.gstin)) refuse('shop.gstin_wrong')
  const bank = bankColumns(input, work.actor.userId, work.config.AUTH_SECRET)
  const isChange = bank !== null && (await isPaidTo(work))
  if (isChange) await noteBankChange(work)
  const columns = {
    business_name: input.businessName,
    gstin: input.gstin,
    pickup_address: input.pickupAddress,
    ...bank,
    ...(isChange && { bank_changed_at: work.now }),
  }
  await saveRecord(work, 'supplier', columns, input)
  return (await findSupplier(work.db, work.actor.userId))!
}

/** Tells whether money could go to the caller's saved account, or is owed to a seller without one. Locks the record. */
async function isPaidTo({ db, actor }: Saving): Promise<boolean> {
  const known = await db
    .selectFrom('suppliers')
    .select(['bank_account_last_four', 'facts_verified_at'])
    .where('user_id', '=', actor.userId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return Boolean(known?.bank_account_last_four || known?.facts_verified_at)
}

/** Asks for a proof, because a stolen session could lead the earnings elsewhere, and mails the account's owner. */
async function noteBankChange(work: Saving): Promise<void> {
  const { db, actor, now, config } = work
  if (!(await isProved(db, actor))) refuseProof('accounts.proof_needed')
  await tellOfChange(work, {
    userId: actor.userId,
    change: { kind: 'bank-changed', waits: payableFrom(now) },
    product: config.PRODUCT_NAME,
    device: await deviceOfSession(db, actor.sessionId),
  })
}

const payableFrom = (changedAt: Date) => new Date(changedAt.getTime() + hoursAfterBankChange * HOUR)

/** Returns which of these people have changed their bank account lately, and from when they can be paid. */
export async function bankChangesOf({ db, now }: Pick<Work, 'db' | 'now'>, userIds: readonly string[]) {
  if (userIds.length === 0) return new Map<string, BankChange>()
  const rows = await db
    .selectFrom('suppliers')
    .select(['user_id', 'bank_changed_at'])
    .where('user_id', 'in', userIds)
    .where('bank_changed_at', '>', new Date(now.getTime() - hoursAfterBankChange * HOUR))
    .execute()
  return new Map<string, BankChange>(
    rows.map(({ user_id, bank_changed_at: at }) => [user_id, { at: at!, payableFrom: payableFrom(at!) }]),
  )
}
type BankChange = { at: Date; payableFrom: Date }

/** Seals the details for their owner, so that they can't be opened from another row. Null if they stay. */
function bankColumns(input: Input, userId: string, secret: string) {
  const { bankHolder: holder, bankAccount: account, bankIfsc: ifsc, removeBank } = input
  if (holder && account && ifsc) {
    const sealed = seal(secret, 'bank details', userId, JSON.stringify({ holder, account, ifsc }))
    return { bank_details_sealed: sealed, bank_account_last_four: account.slice(-4) }
  }
  if (holder || account || ifsc) refuse('shop.bank_incomplete')
  return removeBank ? { bank_details_sealed: null, bank_account_last_four: null } : null
}

import type { Role } from '#/accounts/rules.ts'
import type { Db } from '#/kernel/server/db.ts'
import { newId } from '#/kernel/server/new-id.ts'
import { insertRecord, lockRecord, type OwnColumns, setStatus } from '#/verification/server/records.ts'

type MakeAccount = (name: string, slug: string, role: Role) => Promise<string>

/** Makes a pharmacist and a supplier, who wait to be checked. */
export async function makeProviders(
  db: Db,
  makeAccount: MakeAccount,
  { now, timeZone }: { now: Date; timeZone: string },
): Promise<void> {
  async function make<Kind extends 'pharmacist' | 'supplier'>(
    record: Kind,
    slug: string,
    name: string,
    columns: OwnColumns<Kind>,
  ): Promise<void> {
    const userId = await makeAccount(name, slug, record)
    await insertRecord(db, record, columns, { userId, timeZone, now })
    const { id } = (await lockRecord(db, record, { userId }))!
    await setStatus(db, record, id, 'submitted', now)
    const change = { id: newId(), record, record_id: id, user_id: userId, changed_at: now }
    await db
      .insertInto('verification_changes')
      .values({ ...change, from_status: 'draft', to_status: 'submitted' })
      .execute()
  }

  await make('pharmacist', 'george-varghese', 'George Varghese', {
    full_name: 'George Varghese',
    registration_number: 'KSPC/2013/20871',
    shop_license_number: 'KA-BLR-20B-104512',
    shop_address: '18 Church Street, Bengaluru 560001',
  })
  await make('supplier', 'happy-paws', 'Sunita Joshi', {
    business_name: 'Happy Paws Pet Food',
    gstin: '27ABCDE1234F1Z0',
    pickup_address: 'Plot 7, Bhosari, Pune 411026',
  })
}

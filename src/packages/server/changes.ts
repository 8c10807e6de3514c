import { newId } from '#/kernel/server/new-id.ts'
import type { Work } from '#/kernel/server/work.ts'
import type { PackageEvent } from '#/packages/contract.ts'

type Change = Pick<PackageEvent, 'what' | 'by'> & { packageId: string; note?: string }

export async function noteChange({ db, now }: Pick<Work, 'db' | 'now'>, change: Change): Promise<void> {
  const { packageId, what, by, note = null } = change
  await db
    .insertInto('package_changes')
    .values({ id: newId(), package_id: packageId, what, changed_by: by, note, changed_at: now })
    .execute()
}

import { writeDown } from '#/admin/server/audit.ts'
import type { Db } from '#/kernel/server/db.ts'

/** Opens a session after the right password and code. Returns the admin's id; undefined if they may not log in here. */
export async function openSession(
  db: Db,
  token: string,
  { demoMayEnter }: { demoMayEnter: boolean },
): Promise<string | undefined> {
  return db.transaction().execute(async (tx) => {
    const session = await tx
      .updateTable('admin_sessions as s')
      .from('admin_users as a')
      .whereRef('a.id', '=', 's.user_id')
      .where('s.token', '=', token)
      .$if(!demoMayEnter, (query) => query.where('a.is_demo', '=', false))
      .set((eb) => ({ code_checked_at: eb.ref('s.created_at') }))
      .returning(['a.id', 's.created_at'])
      .executeTakeFirst()
    if (!session) return undefined
    await writeDown(
      { db: tx, admin: { adminId: session.id }, now: session.created_at },
      { action: 'admin.signed_in', subject: { kind: 'admin', id: session.id } },
    )
    return session.id
  })
}

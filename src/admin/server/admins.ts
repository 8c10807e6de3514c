import { randomInt } from 'node:crypto'
import { hashPassword } from 'better-auth/crypto'
import { isCommonPassword } from '#/accounts/server/index.ts'
import { type AdminRole, adminPasswordMinimum } from '#/admin/rules.ts'
import type { Db } from '#/kernel/server/db.ts'
import { newId } from '#/kernel/server/new-id.ts'
import { writeDown } from './audit.ts'
import { forgetTries } from './tries.ts'

type Named = { email: string; now: Date }

/** Makes an admin and their password, which is told once. Throws when there is one with that email. */
export async function createAdmin(
  db: Db,
  { email, name, role, now }: Named & { name: string; role: AdminRole },
): Promise<{ password: string }> {
  const password = newPassword()
  const id = newId<'admin'>()
  await db.transaction().execute(async (tx) => {
    if (await findAdmin(tx, email))
      throw new Error(`${email} is an admin already; --reset gives a new password`)
    await tx
      .insertInto('admin_users')
      .values({ id, name, email: email.toLowerCase(), role, created_at: now, updated_at: now })
      .execute()
    await givePassword(tx, id, password)
    await writeDown(
      { db: tx, now },
      { action: 'admin.created', subject: { kind: 'admin', id }, after: { role } },
    )
  })
  return { password }
}

/** A new password, and an authenticator to be set up anew: for whoever lost the one or the other. */
export async function resetAdmin(db: Db, { email, now }: Named): Promise<{ password: string }> {
  const password = newPassword()
  await db.transaction().execute(async (tx) => {
    const id = await takeWayIn(tx, email)
    await givePassword(tx, id, password)
    await forgetTries(tx, email)
    await writeDown({ db: tx, now }, { action: 'admin.reset', subject: { kind: 'admin', id } })
  })
  return { password }
}

/** Takes password, authenticator and sessions away. The account stays, because the log tells of it. */
export async function removeAdmin(db: Db, { email, now }: Named): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const id = await takeWayIn(tx, email)
    await writeDown({ db: tx, now }, { action: 'admin.removed', subject: { kind: 'admin', id } })
  })
}

async function takeWayIn(db: Db, email: string): Promise<string> {
  const id = await findAdmin(db, email)
  if (!id) throw new Error(`There is no admin ${email}`)
  await db.deleteFrom('admin_accounts').where('user_id', '=', id).execute()
  await db.deleteFrom('admin_two_factors').where('user_id', '=', id).execute()
  await db.deleteFrom('admin_sessions').where('user_id', '=', id).execute()
  await db.updateTable('admin_users').set({ two_factor_enabled: false }).where('id', '=', id).execute()
  return id
}

async function findAdmin(db: Db, email: string): Promise<string | undefined> {
  const admin = await db
    .selectFrom('admin_users')
    .select('id')
    .where('email', '=', email.toLowerCase())
    .forUpdate()
    .executeTakeFirst()
  return admin?.id
}

/** Throws for one that is too short or guessed first, wherever it comes from. */
export async function givePassword(db: Db, id: string, password: string): Promise<void> {
  if (password.length < adminPasswordMinimum || isCommonPassword(password))
    throw new Error('This is no password for an admin: too short, or one of those that are guessed first')
  await db
    .insertInto('admin_accounts')
    .values({
      id: newId(),
      user_id: id,
      account_id: id,
      provider_id: 'credential',
      issuer: 'local:credential',
      password: await hashPassword(password),
    })
    .execute()
}

/** Without characters that look alike; five groups of four hold 100 bits. */
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789'

function newPassword(): string {
  const group = () => Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join('')
  return Array.from({ length: 5 }, group).join('-')
}

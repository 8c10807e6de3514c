import { randomInt } from 'node:crypto'
import { hashPassword } from 'better-auth/crypto'
import { isCommonPassword } from '#/accounts/server/index.ts'
import { type AdminRole, adminPasswordMinimum } from '#/admin/rules.ts'
import { writeDown } from '#/admin/server/audit.ts'
import type { Db } from '#/kernel/server/db.ts'
import { newId } from '#/kernel/server/new-id.ts'
import { forgetTries } from './tries.ts'

type Named = { email: string; now: Date }

/** Creates an admin with a password, which is returned once. Throws if the email is taken. */
export async function createAdmin(
  db: Db,
  { email, name, role, now }: Named & { name: string; role: AdminRole },
): Promise<{ password: string }> {
  const password = newPassword()
  const id = newId<'admin'>()
  await db.transaction().execute(async (tx) => {
    if (await findAdmin(tx, email))
      throw new Error(`${email} is already an admin; --reset sets a new password`)
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

/** Sets a new password, and has an authenticator set up again, for an admin who lost either. */
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

/** Removes password, authenticator and sessions. The account stays, because the log refers to it. */
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

/** Throws if the password is too short or commonly guessed, wherever it comes from. */
export async function givePassword(db: Db, id: string, password: string): Promise<void> {
  if (password.length < adminPasswordMinimum || isCommonPassword(password))
    throw new Error('This password is not good enough for an admin: it is too short or too easy to guess')
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

/**
 * Creates an admin, resets a password, removes an admin's access, or prints the authenticator's current code:
 *   npm run admin:create -- --email asha@example.org [--name "Asha Verma"] [--role support] [--reset]
 *   npm run admin:remove -- --email asha@example.org
 *   npm run admin:code   -- --email asha@example.org      (not in production)
 */
import { parseArgs } from 'node:util'
import { isEmail } from '#/accounts/rules.ts'
import { adminRoles } from '#/admin/rules.ts'
import { createAdmin, removeAdmin, resetAdmin } from '#/admin/server/login/admins.ts'
import { currentCode } from '#/admin/server/login/authenticator.ts'
import { readConfig } from '#/kernel/server/config.ts'
import { openDatabase } from '#/kernel/server/db.ts'
import { createLog } from '#/kernel/server/log.ts'
import { migrate } from '#/kernel/server/migrate.ts'
import { withDatabaseInUse } from './database-in-use.ts'

await withDatabaseInUse(async (url) => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      email: { type: 'string' },
      name: { type: 'string' },
      role: { type: 'string', default: 'admin' },
      reset: { type: 'boolean', default: false },
    },
  })
  const [command] = positionals
  const email = values.email?.trim().toLowerCase() ?? ''
  if (!isEmail(email)) throw new Error('Whose e-mail? Add: -- --email someone@example.org')
  const role = adminRoles.find((known) => known === values.role)
  if (!role) throw new Error(`--role is one of ${adminRoles.join(', ')}`)
  const config = readConfig()
  await migrate(url)
  const { db, close } = openDatabase(url, { log: createLog('error'), max: 1, name: 'pawfolk admin command' })
  try {
    const now = new Date()
    if (command === 'create') {
      const name = values.name?.trim() || email.split('@')[0]!
      const { password } = await (values.reset
        ? resetAdmin(db, { email, now })
        : createAdmin(db, { email, name, role, now }))
      say(`The password of ${email}, shown this once:`, '', `  ${password}`, '')
      say('At the first login, at /admin-login, an authenticator app is set up.')
    } else if (command === 'remove') {
      await removeAdmin(db, { email, now })
      say(`${email} has no way in any more.`)
    } else if (command === 'code') {
      if (config.production)
        throw new Error('Not in production: there the code is in the authenticator app only.')
      say(await currentCode(db, { email, key: config.AUTH_SECRET }))
    } else throw new Error('Use npm run admin:create, admin:remove or admin:code')
  } finally {
    await close()
  }
})

function say(...lines: string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`)
}

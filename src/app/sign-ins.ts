import type { DemoSignIn } from '../../db/seed/seed-demo.ts'

/** Lists the logins of the demo world; without an admin, says why and what to do. */
export function describeSignIns(signIns: DemoSignIn[]): string[] {
  if (signIns.length === 0) return []
  const lines = signIns.flatMap(({ who, email, password, authenticator }) => [
    `${who.padEnd(14)} ${email}  ${password}`,
    ...(authenticator
      ? [
          `${' '.repeat(14)} at /admin-login; the code: npm run --silent admin:code -- --email ${email}`,
          `${' '.repeat(14)} or an authenticator app with the key ${authenticator}`,
        ]
      : []),
  ])
  return signIns.some(({ authenticator }) => authenticator) ? lines : [...lines, noAdmin]
}

const noAdmin = `${'Admin'.padEnd(14)} none, because others may be able to reach this install and know the demo password. Create one: npm run admin:create -- --email you@example.org`

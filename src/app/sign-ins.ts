import type { DemoSignIn } from '../../db/seed/seed-demo.ts'

/** How one gets into the demo world, line by line. */
export function describeSignIns(signIns: DemoSignIn[]): string[] {
  return signIns.flatMap(({ who, email, password, authenticator }) => [
    `${who.padEnd(14)} ${email}  ${password}`,
    ...(authenticator
      ? [
          `${' '.repeat(14)} at /admin-login; the code: npm run --silent admin:code -- --email ${email}`,
          `${' '.repeat(14)} or an authenticator app with the key ${authenticator}`,
        ]
      : []),
  ])
}

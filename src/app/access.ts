import { isContractProcedure } from '@orpc/contract'
import type { EndpointMeta } from '#/kernel/api.ts'
import { contract } from './contract.ts'

export type EndpointAccess = EndpointMeta & {
  name: string
  method: string
  path: string
  summary: string
  errors: string[]
}

/** Every endpoint of the contract, with who may call it. */
export function listEndpoints(router: object = contract, prefix = ''): EndpointAccess[] {
  return Object.entries(router).flatMap(([key, child]) => {
    const name = prefix ? `${prefix}.${key}` : key
    if (!isContractProcedure(child)) return listEndpoints(child as object, name)
    const { meta, route, errorMap } = child['~orpc']
    const { access, rows } = meta as EndpointMeta
    return {
      name,
      access,
      rows,
      method: route.method ?? 'POST',
      path: route.path ?? '',
      summary: route.summary ?? '',
      errors: Object.keys(errorMap).filter((code) => !code.startsWith('request.')),
    }
  })
}

/** docs/access.md, as text. */
export function describeAccess(): string {
  const rows = listEndpoints().map(
    ({ name, method, path, access, rows }) =>
      `| \`${method} /api${path}\` | \`${name}\` | ${access} | ${rows} |`,
  )
  return [
    '# Who may call what',
    '',
    'Made from the contract by `npm run docs:access`; a test keeps it true. *record:x* asks for a record of that kind',
    '(a verified one, where the trade is regulated), whatever role the person wears. *admin* asks for a session of the',
    'admins’ own sign-in: nobody who is signed in as a user passes, and an admin passes nowhere else. Rows that are not',
    'listed are not found: the answer is the same as for rows that do not exist.',
    '',
    '| endpoint | name | who | which rows |',
    '| --- | --- | --- | --- |',
    ...rows,
    '',
    'Sign-in lives under `/api/auth`, that of admins under `/api/admin/auth`, uploaded pictures under `/files`, the archive',
    'of one’s own data at `/my-data/archive.zip`, for whoever is signed in. `/healthz` and `/readyz` are open to anyone;',
    '`/metrics` to this machine, and from elsewhere with `METRICS_TOKEN`.',
    '',
  ].join('\n')
}

import { isContractProcedure } from '@orpc/contract'
import { offered } from '#/accounts/server/offered.ts'
import { offered as offeredToAdmins } from '#/admin/server/offered.ts'
import type { EndpointMeta } from '#/kernel/api.ts'
import { archivePath } from '#/privacy/rules.ts'
import { contract } from './contract.ts'

export type EndpointAccess = EndpointMeta & {
  name: string
  method: string
  path: string
  summary: string
  errors: string[]
}

export function listEndpoints(router: object = contract, prefix = ''): EndpointAccess[] {
  return Object.entries(router).flatMap(([key, child]) => {
    const name = prefix ? `${prefix}.${key}` : key
    if (!isContractProcedure(child)) return listEndpoints(child as object, name)
    const { meta, route, errorMap } = child['~orpc']
    const { access, rows, limit, token } = meta as EndpointMeta
    return {
      name,
      access,
      rows,
      ...(limit && { limit }),
      ...(token && { token }),
      method: route.method ?? 'POST',
      path: route.path ?? '',
      summary: route.summary ?? '',
      errors: Object.keys(errorMap).filter((code) => !code.startsWith('request.')),
    }
  })
}

type SignInEndpoint = { method: string; path: string; access: string }

export function listSignIn(): SignInEndpoint[] {
  return [
    ...Object.entries(offered).map(([path, { method, access }]) => ({
      method,
      path: `/api/auth${path}`,
      access,
    })),
    ...Object.entries(offeredToAdmins).map(([path, { access }]) => ({
      method: 'POST',
      path: `/api/admin/auth${path}`,
      access,
    })),
  ]
}

export function describeAccess(): string {
  const rows = listEndpoints().map(
    ({ name, method, path, access, token, rows }) =>
      `| \`${method} /api${path}\` | \`${name}\` | ${access} | ${token ?? '–'} | ${rows} |`,
  )
  return [
    '# Who may call what',
    '',
    'Made by `npm run docs:access` from what the code declares; tests call each endpoint as everyone there is and keep it true.',
    '',
    '## The API',
    '',
    '*record:x* asks for a record of that kind, whatever role the person wears: one that is not suspended, and a verified one',
    'where the trade is regulated. A vet who was verified and whose changed licence is being checked still acts, for the visits',
    'that are booked already, and takes no new ones. *admin* asks for a session of the admins’ own sign-in: nobody who is signed',
    'in as a user passes, and an admin passes nowhere else. *admin:full* is for administrators alone, and turns support away.',
    'Rows that are not listed are not found: the answer is the same as for rows that do not exist.',
    '',
    '*token* is the scope with which an API token may call the endpoint at its REST address; – takes no tokens, not even those of',
    'somebody who may call. A token acts for whoever made it, so what the other columns say holds too. It is sent as',
    '`Authorization: Bearer`, and then the cookies of the request are not looked at. It opens nothing below `/rpc`, `/api/auth`',
    'and `/api/admin`, and none of the other addresses.',
    '',
    '| endpoint | name | who | token | which rows |',
    '| --- | --- | --- | --- | --- |',
    ...rows,
    '',
    '## Sign-in',
    '',
    'What each works on is the account of whoever calls, or the one whose address, number or mailed link is given. *proved*',
    'asks for somebody signed in who has shown in the last minutes that it is them; `/email` and `/change-password` do so too,',
    'unless it is the address there is already, or the password there is comes along. *password-given* is an admin who has just',
    'typed the password and has the code still to give. Who is suspended is signed out. There is nothing else below',
    '`/api/auth` and `/api/admin/auth`.',
    '',
    '| endpoint | who |',
    '| --- | --- |',
    ...listSignIn().map(({ method, path, access }) => `| \`${method} ${path}\` | ${access} |`),
    '',
    '## Other addresses',
    '',
    '| address | who | which rows or files |',
    '| --- | --- | --- |',
    `| \`GET ${archivePath}\` | signed-in | all that is held of the caller |`,
    '| `GET /files/{name}` | anyone | a picture, which everyone may see; a document with the link that was signed for it, for five minutes |',
    '| `GET /calendar/{appointment}.ics` | signed-in | an appointment of the caller, on either side |',
    '| `GET /receipts/{payment}.pdf` | signed-in | a payment of the caller as the payer, once it is paid |',
    '| `GET /pay/{attempt}`, `GET /pay/{attempt}/return`, `GET /pay/methods/{setup}`, `GET /pay/methods/{setup}/return` | signed-in | an attempt or a saved method of the caller as the payer |',
    '| `POST /webhooks/{gateway}` | the gateway, by its signature | none: the gateway is asked about what it names |',
    '| `GET /healthz`, `GET /readyz` | anyone | none |',
    '| `GET /api/openapi.json`, `GET /api/docs` | anyone | none |',
    '| `GET /metrics` | who has `METRICS_TOKEN`; without one set, outside production and without `PUBLIC_URL`, this machine by a name of its own | counts, of nobody |',
    '',
  ].join('\n')
}

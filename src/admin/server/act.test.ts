import { expect, test } from 'vitest'
import { acts } from '#/admin/acts.ts'
import { adminContract } from '#/admin/contract.ts'
import { trades } from '#/app/trades.ts'
import { serve } from '#/kernel/server/serve.ts'
import { act, isAct } from './act.ts'
import { adminEndpoints } from './endpoints.ts'

const os = serve(adminContract)
const router = adminEndpoints(trades)
type Router = Record<string, { '~orpc': { handler: object } }>

/** Lists the endpoints that change something without a line in the log. */
function unlogged(served: Router): string[] {
  return Object.entries(adminContract)
    .filter(([, { '~orpc': endpoint }]) => endpoint.route.method !== 'GET')
    .filter(
      ([
        name,
        {
          '~orpc': { meta },
        },
      ]) => !meta.audit || !isAct(served[name]!['~orpc'].handler),
    )
    .map(([name]) => name)
}

test('every endpoint that changes something writes a line in the log', () => {
  expect(Object.keys(adminContract).length).toBeGreaterThan(80)
  expect(unlogged(router)).toEqual([])
})

test('an endpoint that is served without its line is noticed', () => {
  const planted = os.removePetReport.handler(async () => undefined)
  expect(unlogged({ ...router, removePetReport: planted })).toEqual(['removePetReport'])
})

test('an endpoint whose contract names no act can’t be served as one', () => {
  expect(() => act(os.users as never, async () => ({}) as never)).toThrow('what this act is')
})

test('each action is declared once', () => {
  const actions = acts.map(({ action }) => action)
  expect(actions.length).toBeGreaterThan(50)
  expect(new Set(actions).size).toBe(actions.length)
})

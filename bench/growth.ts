import { untilDelivered } from './deliveries.ts'
import type { Figure } from './goals.ts'
import { type Measured, measure, together } from './load.ts'
import type { Scenario } from './scenarios.ts'
import type { Stage } from './stage.ts'

export type Measurable = { appointments: number; databaseUrl: string; scenarios: Scenario[] }

const compared = ['slots of a day', 'open days of a month', 'bookings of distinct slots'] as const

/** Measures the cost of data: a server on the largest database against one on the smallest, in turns. */
export async function measureGrowth(
  stage: Stage,
  databases: Measurable[],
  { seconds, turns }: { seconds: number; turns: number },
): Promise<Figure[]> {
  const inOrder = databases.toSorted((a, b) => a.appointments - b.appointments)
  const [small, large] = [inOrder[0]!, inOrder.at(-1)!]
  if (small === large) return []
  const sides = await Promise.all(
    [small, large].map(async ({ databaseUrl, scenarios }) => ({
      server: await stage.server(databaseUrl),
      databaseUrl,
      scenarios,
      runs: new Map<string, Measured[]>(),
    })),
  )
  for (let turn = -1; turn < turns; turn++) {
    for (const what of compared) {
      for (const { server, databaseUrl, scenarios, runs } of sides) {
        const next = scenarios.find((scenario) => scenario.what === what)!.ours
        const run = await measure(server.url, {
          connections: 32,
          seconds: turn < 0 ? seconds / 3 : seconds,
          next,
        })
        await untilDelivered(databaseUrl)
        // The first turn is a warm-up.
        if (turn >= 0) runs.set(what, [...(runs.get(what) ?? []), run])
      }
    }
  }
  for (const { server } of sides) await server.end('SIGTERM')
  return compared.map((what) => {
    const [little, much] = sides.map(({ runs }) => together(runs.get(what)!).perSecond) as [number, number]
    return { what: `${what}: large beside small data`, value: much / little }
  })
}

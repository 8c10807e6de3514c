/**
 * Reckons what each domain's tests cost, from counts of what makes them expensive. Counts are the same on every machine; seconds
 * of a clock or a processor aren't.
 */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

type Kind = 'stories' | 'components' | 'integration'

/** CPU seconds for one of each, as measured in whole runs on two cores. */
export const prices: Record<string, number> = {
  // Stories
  stories: 0.4,
  contexts: 0.6,
  loads: 0.75,
  axe: 0.1,
  screens: 0.2,
  // A sign-up by the form hashes for real.
  signUps: 0.1,
  // Integration tests; `databases` are part of their worlds.
  worlds: 0.15,
  calls: 0.0015,
  requests: 0.003,
  people: 0.002,
}
/** CPU seconds for one test, without what its file counts. */
export const testPrices: Record<Kind, number> = { stories: 0, components: 0.3, integration: 0.02 }

/** A test file's counts, by the names of `prices`. */
export type Counts = { file: string } & Record<string, number | string>

/**
 * The most that a domain's stories may cost, and its integration tests, in CPU seconds. The app stands for what goes over all
 * domains: every endpoint's access and wrong input, first paint, offline.
 */
const usual = 40
const larger: Readonly<Record<string, number>> = { shop: 80, sitting: 80, accounts: 80, app: 160 }

export const budgetOf = (domain: string): number => larger[domain] ?? usual

export type Cost = { domain: string } & Record<Kind, number>

/**
 * Adds up each domain's costs, dearest first. A story belongs to the first folder that `about` (e2e/stories.ts) names for it;
 * the kernel, the app, the demo and the scripts are one domain.
 */
export function costsOf(lines: Counts[], about: Record<string, string[]>): Cost[] {
  const costs = new Map<string, Cost>()
  for (const { file, ...counts } of lines) {
    const domain = domainOf(file, about)
    const cost = costs.get(domain) ?? { domain, stories: 0, components: 0, integration: 0 }
    costs.set(domain, cost)
    const kind = kindOf(file)
    for (const [name, count] of Object.entries(counts))
      cost[kind] += Number(count) * (name === 'tests' ? testPrices[kind] : (prices[name] ?? 0))
  }
  const sum = ({ stories, components, integration }: Cost) => stories + components + integration
  return [...costs.values()].toSorted((a, b) => sum(b) - sum(a))
}

function kindOf(file: string): Kind {
  if (file.startsWith('e2e/')) return 'stories'
  return file.endsWith('.browser.test.tsx') ? 'components' : 'integration'
}

function domainOf(file: string, about: Record<string, string[]>): string {
  const [, story] = /^e2e\/(.+)$/.exec(file) ?? []
  const place = story ? (about[story]?.[0] ?? '') : file
  const domain = /^src\/(\w+)/.exec(place)?.[1] ?? 'app'
  return domain === 'kernel' ? 'app' : domain
}

/** Returns a sentence for each budget that is passed. */
export function overBudget(costs: Cost[]): string[] {
  return costs.flatMap((cost) =>
    (['stories', 'integration'] as const).flatMap((kind) => {
      const most = budgetOf(cost.domain)
      const seconds = cost[kind].toFixed(0)
      return cost[kind] > most ? [`${cost.domain}: its ${kind} cost ${seconds} CPU seconds of ${most}`] : []
    }),
  )
}

/** Draws the costs as a table, with their sums, and budgets in brackets. */
export function tableOf(costs: Cost[]): string {
  const kinds = ['stories', 'components', 'integration'] as const
  const line = (name: string, cells: string[]) =>
    [name.padEnd(14), ...cells.map((cell) => cell.padStart(14))].join('').trimEnd()
  const cellOf = (cost: Cost, kind: Kind) =>
    kind === 'components' ? cost[kind].toFixed(0) : `${cost[kind].toFixed(0)} (${budgetOf(cost.domain)})`
  const sum = (kind: Kind) => costs.reduce((total, cost) => total + cost[kind], 0).toFixed(0)
  return [
    line('CPU seconds', [...kinds]),
    ...costs.map((cost) =>
      line(
        cost.domain,
        kinds.map((kind) => cellOf(cost, kind)),
      ),
    ),
    line('all', kinds.map(sum)),
  ].join('\n')
}

/** Reads the counts that the tests' processes wrote, one file each; those of several machines are in a folder each. */
export async function readCounts(folder: string): Promise<Counts[]> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.jsonl'))
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
  const lines = texts.flatMap((text) => text.split('\n')).filter(Boolean)
  return lines.map((line) => JSON.parse(line) as Counts)
}

import { species as allSpecies, type Species } from '#/pets/rules.ts'
import { defaultDistance, distances, periods } from '#/reports/rules.ts'

export const tabs = ['lost', 'found', 'mine'] as const
export type Tab = (typeof tabs)[number]

export type ListAddress = {
  tab: Tab
  species: Species | null
  /** In kilometres; null for reports from everywhere. */
  within: number | null
  days: number | null
  /** On phones, the map is shown when somebody asks for it. */
  isMap: boolean
}

const oneOf = (known: readonly number[], text: string | null) =>
  known.find((one) => String(one) === text) ?? null

export function readAddress(params: URLSearchParams): ListAddress {
  const within = params.get('within')
  return {
    tab: tabs.find((one) => one === params.get('tab')) ?? 'lost',
    species: allSpecies.find((one) => one === params.get('species')) ?? null,
    within: within === 'all' ? null : (oneOf(distances, within) ?? defaultDistance),
    days: oneOf(periods, params.get('days')),
    isMap: params.get('view') === 'map',
  }
}

/** Leaves out default values. */
export function searchOf({ tab, species, within, days, isMap }: ListAddress): Record<string, string> {
  return {
    ...(tab !== 'lost' && { tab }),
    ...(species && { species }),
    ...(within !== defaultDistance && { within: within === null ? 'all' : String(within) }),
    ...(days !== null && { days: String(days) }),
    ...(isMap && { view: 'map' }),
  }
}

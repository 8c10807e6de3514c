/** Goals for a two-core machine shared by client, server and database. Reported, never enforced. */
type Goal = { atMost: number; unit: string } | { atLeast: number; unit: string }

const goals = {
  'slot function, one provider-day': { atMost: 15, unit: 'µs' },

  'slots of a day: share of the bare server': { atLeast: 0.4, unit: '' },
  'slots of a day: p99': { atMost: 15, unit: 'ms' },
  'open days of a month: share of the bare server': { atLeast: 0.4, unit: '' },
  'open days of a month: p99': { atMost: 25, unit: 'ms' },
  'bookings of distinct slots': { atLeast: 2_000, unit: '/s' },
  'bookings of distinct slots: p99': { atMost: 50, unit: 'ms' },
  'bookings of distinct slots: CPU of server and database': { atMost: 0.8, unit: 'ms' },
  'answers under load that were refused or failed': { atMost: 0, unit: '' },
  // Past rows should cost nothing, thanks to the indexes.
  'slots of a day: large beside small data': { atLeast: 0.85, unit: '' },
  'open days of a month: large beside small data': { atLeast: 0.85, unit: '' },
  'bookings of distinct slots: large beside small data': { atLeast: 0.85, unit: '' },

  'race for one slot: rounds without exactly one winner and one row': { atMost: 0, unit: '' },
  'race for one slot: answers that are neither': { atMost: 0, unit: '' },
  'race for one slot: deadlocks in the log': { atMost: 0, unit: '' },
  'race for one slot: a round': { atMost: 300, unit: 'ms' },
  'race for overlapping times: rounds without exactly one winner and one row': { atMost: 0, unit: '' },
  'race for overlapping times: answers that are neither': { atMost: 0, unit: '' },
  'race for overlapping times: deadlocks in the log': { atMost: 0, unit: '' },
  'race for overlapping times: a round': { atMost: 300, unit: 'ms' },
  'promises broken in the database afterwards': { atMost: 0, unit: '' },

  'vets among 100,000, by words that few have': { atMost: 5, unit: 'ms' },
  'vets among 100,000, by words that 20,000 have': { atMost: 5, unit: 'ms' },
  'vets among 100,000, by a place': { atMost: 5, unit: 'ms' },
  'vets among 100,000, by a name': { atMost: 5, unit: 'ms' },
  'vets among 100,000, best rated': { atMost: 5, unit: 'ms' },
  'vets among 100,000, cheapest': { atMost: 5, unit: 'ms' },
  'vets among 100,000, nearest': { atMost: 5, unit: 'ms' },
  'vets among 100,000, within 5 km, best rated': { atMost: 5, unit: 'ms' },
  'vets among 100,000, up to a price that 80 have': { atMost: 5, unit: 'ms' },
  'vets among 100,000, rated 4.5 or better, cheapest': { atMost: 5, unit: 'ms' },
  'vets among 100,000, online, nearest': { atMost: 5, unit: 'ms' },
  'vets among 100,000, in person, best rated': { atMost: 5, unit: 'ms' },
  'vets among 100,000, free within 7 days': { atMost: 50, unit: 'ms' },
  'vets among 100,000, free on chosen days': { atMost: 50, unit: 'ms' },
  'vets among 100,000, free within 7 days, nearest': { atMost: 50, unit: 'ms' },
  'trainers among 100,000, by a speciality and a place': { atMost: 5, unit: 'ms' },
  'trainers among 100,000, best rated': { atMost: 5, unit: 'ms' },
  'trainers among 100,000, nearest': { atMost: 5, unit: 'ms' },
  'trainers among 100,000, free within 7 days': { atMost: 50, unit: 'ms' },
  'stylists among 100,000, by a service and a place': { atMost: 5, unit: 'ms' },
  'stylists among 100,000, best rated': { atMost: 5, unit: 'ms' },
  'stylists among 100,000, nearest': { atMost: 5, unit: 'ms' },
  'stylists among 100,000, free within 7 days': { atMost: 50, unit: 'ms' },

  'sitters among 100,000, recommended': { atMost: 5, unit: 'ms' },
  'sitters among 100,000, best rated': { atMost: 5, unit: 'ms' },
  'sitters among 100,000, cheapest night': { atMost: 5, unit: 'ms' },
  'sitters among 100,000, cheapest hour': { atMost: 5, unit: 'ms' },
  'sitters among 100,000, nearest': { atMost: 5, unit: 'ms' },
  'sitters among 100,000, for a stay': { atMost: 5, unit: 'ms' },
  'sitters among 100,000, for walks': { atMost: 5, unit: 'ms' },
  'sitters among 100,000, for day care': { atMost: 5, unit: 'ms' },
  'sitters among 100,000, by words that few have': { atMost: 5, unit: 'ms' },
  'sitters among 100,000, by a name': { atMost: 5, unit: 'ms' },
  'sitters among 100,000, within 5 km': { atMost: 5, unit: 'ms' },
  'sitters among 100,000, up to a price that 80 have': { atMost: 5, unit: 'ms' },
  'sitters among 100,000, rated 4.5 or better, nearest': { atMost: 5, unit: 'ms' },
  'sitters among 100,000, with years that 100 have': { atMost: 5, unit: 'ms' },
  'sitters among 100,000, verified, which 500 are': { atMost: 5, unit: 'ms' },
  'sitters among 100,000, for giant pets, without pets of their own, nearest': { atMost: 5, unit: 'ms' },
  'sitters among 100,000, for services and sizes that 200 take': { atMost: 5, unit: 'ms' },
  'sitters among 100,000, for two own pets': { atMost: 5, unit: 'ms' },
  'sitters among 100,000, with room for a stay of 7 days': { atMost: 50, unit: 'ms' },
  'sitters among 100,000, with room for a stay of 7 days, nearest': { atMost: 50, unit: 'ms' },
  'sitters among 100,000, with room for day care on 7 days': { atMost: 50, unit: 'ms' },
  'sitters among 100,000, with room for walks each week': { atMost: 50, unit: 'ms' },

  'products among 50,000, newest': { atMost: 5, unit: 'ms' },
  'products among 50,000, cheapest': { atMost: 5, unit: 'ms' },
  'products among 50,000, cheapest per kg, for cats': { atMost: 5, unit: 'ms' },
  'products among 50,000, by words that many have': { atMost: 10, unit: 'ms' },
  'products among 50,000, by words that few have': { atMost: 10, unit: 'ms' },
  'products among 50,000, by misspelt words': { atMost: 10, unit: 'ms' },
  'products among 50,000, of a brand that few have': { atMost: 10, unit: 'ms' },
  'products among 50,000, at a price that few have': { atMost: 10, unit: 'ms' },
  'facets of 50,000 products, not kept': { atMost: 150, unit: 'ms' },
  'facets of 50,000 products, kept': { atMost: 5, unit: 'ms' },
  'catalogue pages at 32 connections': { atLeast: 1_200, unit: '/s' },
  'cart among 50,000 products: a product added': { atMost: 5, unit: 'ms' },
  'cart adds at 32 connections': { atLeast: 500, unit: '/s' },
  'order among 50,000 products, in cash: cart to placed': { atMost: 50, unit: 'ms' },
  'order among 50,000 products, online: cart to placed': { atMost: 50, unit: 'ms' },
  'whole orders at 32 connections': { atLeast: 120, unit: '/s' },

  'alert among 1,000,000 people: first neighbour told': { atMost: 1_000, unit: 'ms' },
  'alert among 1,000,000 people: all within 5 km told': { atMost: 5_000, unit: 'ms' },
  'map of 100,000 reports: a city': { atMost: 5, unit: 'ms' },
  'map of 100,000 reports: a state': { atMost: 50, unit: 'ms' },
  'map of 100,000 reports: the country': { atMost: 200, unit: 'ms' },
  'share page of a report: first byte': { atMost: 20, unit: 'ms' },

  'clinics among 100,000, nearest open': { atMost: 10, unit: 'ms' },
  'clinics among 100,000, where there are none': { atMost: 10, unit: 'ms' },
  'clinics among 100,000, none open within 60 km': { atMost: 50, unit: 'ms' },

  'to-do of a household with 5,000 ticks: 100 open tasks': { atMost: 15, unit: 'ms' },
  'to-do of a household with 5,000 ticks: first 20 done': { atMost: 10, unit: 'ms' },

  '10,000 live streams: memory of each': { atMost: 20, unit: 'kB' },
  '10,000 live streams: one event to all': { atMost: 500, unit: 'ms' },
  '10,000 live streams: CPU while nothing happens': { atMost: 5, unit: '%' },
  '10,000 live streams: commit elsewhere to event, median': { atMost: 5, unit: 'ms' },

  'automatic charges, confirmed': { atLeast: 60, unit: '/s' },
  'automatic charges: not charged': { atMost: 0, unit: '' },
  'automatic charges: charged twice': { atMost: 0, unit: '' },
  'automatic charges: memory above idle, at most': { atMost: 150, unit: 'MB' },

  'slots of a day while others sign in: p99 beside p99 alone': { atMost: 3, unit: '' },

  'appointments page, 500 past: first 20 answered': { atMost: 10, unit: 'ms' },
  'appointments page, 500 past: last 20 answered': { atMost: 10, unit: 'ms' },
  'appointments page, 500 past: painted, CPU slowed 4x': { atMost: 300, unit: 'ms' },

  'start to the first answer, database up': { atMost: 900, unit: 'ms' },
  'memory, idle': { atMost: 190, unit: 'MB' },
  'memory, loaded': { atMost: 320, unit: 'MB' },

  'kill -9 of Postgres under load: ready again after': { atMost: 1_000, unit: 'ms' },
  'kill -9 of Postgres under load: longest answer meanwhile': { atMost: 2_000, unit: 'ms' },
  'kill -9 of the server: the next one is ready after': { atMost: 1_000, unit: 'ms' },

  'first load: largest paint, slow phone': { atMost: 1_500, unit: 'ms' },
  'first load: long tasks beyond 50 ms, slow phone': { atMost: 100, unit: 'ms' },
  'first load: layout shift, slow phone': { atMost: 0.02, unit: '' },
  'first load: scripts, brotli': { atMost: 120, unit: 'kB' },
  'first load: style sheets, brotli': { atMost: 20, unit: 'kB' },
  'first load: requests': { atMost: 15, unit: '' },
  'vet chosen to times painted, CPU slowed 4x': { atMost: 300, unit: 'ms' },
  'date changed to times painted, CPU slowed 4x': { atMost: 150, unit: 'ms' },
} as const satisfies Record<string, Goal>

export type Figure = { what: keyof typeof goals; value: number; at?: string }

export type Verdict = Figure & { goal: string; holds: boolean }

export function judge(figure: Figure): Verdict {
  const goal: Goal = goals[figure.what]
  const unit = goal.unit && ` ${goal.unit}`
  return 'atMost' in goal
    ? { ...figure, goal: `≤ ${goal.atMost}${unit}`, holds: figure.value <= goal.atMost }
    : { ...figure, goal: `≥ ${goal.atLeast}${unit}`, holds: figure.value >= goal.atLeast }
}

/** Prints the verdicts as a table, and names the goals that this run didn't measure. */
export function showVerdicts(verdicts: Verdict[]): string {
  const names = verdicts.map(({ what, at }) => (at ? `${what} (${at})` : what))
  const width = Math.max(...names.map((name) => name.length))
  const lines = verdicts.map(({ value, goal, holds }, index) => {
    const shown = value.toFixed(value >= 100 || Number.isInteger(value) ? 0 : 2)
    return `${names[index]!.padEnd(width)}${shown.padStart(10)}  ${goal.padEnd(12)}${holds ? 'holds' : 'does not hold'}`
  })
  const measured = new Set(verdicts.map(({ what }) => what))
  const left = (Object.keys(goals) as Figure['what'][]).filter((what) => !measured.has(what))
  return [
    `${'goal'.padEnd(width)}${'measured'.padStart(10)}  ${'aimed at'.padEnd(12)}`,
    ...lines,
    ...(left.length > 0 ? ['', 'Not measured in this run:', ...left.map((what) => `  ${what}`)] : []),
  ].join('\n')
}

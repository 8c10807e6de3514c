import { expect, test } from 'vitest'
import { costsOf, overBudget, prices, tableOf, testPrices } from './test-budget.ts'

const about = { 'pets.spec.ts': ['src/pets'], 'live.spec.ts': ['src/kernel', 'src/pets'] }

const ofLoads = (seconds: number) => ({ loads: seconds / prices['loads']! })
const ofCalls = (seconds: number) => ({ calls: seconds / prices['calls']! })

test('a domain’s stories, components and integration tests are added up by their counts', () => {
  const costs = costsOf(
    [
      { file: 'e2e/pets.spec.ts', ...ofLoads(14) },
      { file: 'e2e/live.spec.ts', ...ofLoads(2) },
      { file: 'src/pets/web/AddPetPage.browser.test.tsx', tests: 10 },
      { file: 'src/pets/server/pets.test.ts', ...ofCalls(5) },
      { file: 'src/pets/server/vaccinations.test.ts', ...ofCalls(4), worlds: 1 },
    ],
    about,
  )
  expect(costs).toEqual([
    {
      domain: 'pets',
      stories: 14,
      components: 10 * testPrices.components,
      integration: 9 + prices['worlds']!,
    },
    { domain: 'app', stories: 2, components: 0, integration: 0 },
  ])
  expect(tableOf(costs)).toMatch(/^CPU seconds .*\npets +14 .*\napp +2 +0 +0 +40\nall +16 .*$/)
})

test('a domain that passes its budget is named, and shop, sitting and accounts have twice as much', () => {
  const costs = costsOf(
    [
      { file: 'e2e/pets.spec.ts', ...ofLoads(42) },
      { file: 'src/shop/server/cart.test.ts', ...ofCalls(60) },
      { file: 'src/todo/server/tasks.test.ts', ...ofCalls(60) },
    ],
    about,
  )
  expect(overBudget(costs)).toEqual([
    'todo: its integration cost 60 CPU seconds of 40',
    'pets: its stories cost 42 CPU seconds of 40',
  ])
})

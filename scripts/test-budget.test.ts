import { expect, test } from 'vitest'
import { costsOf, overBudget, tableOf } from './test-budget.ts'

const about = { 'pets.spec.ts': ['src/pets'], 'live.spec.ts': ['src/kernel', 'src/pets'] }

test('a domain’s stories, components and integration tests are added up by their counts', () => {
  const costs = costsOf(
    [
      { file: 'e2e/pets.spec.ts', loads: 10 },
      { file: 'e2e/live.spec.ts', loads: 1 },
      { file: 'src/pets/web/AddPetPage.browser.test.tsx', tests: 10 },
      { file: 'src/pets/server/pets.test.ts', worlds: 1, calls: 1_000 },
      { file: 'scripts/start.test.ts', worlds: 1, tests: 5 },
    ],
    about,
  )
  expect(costs).toMatchObject([
    { domain: 'pets', stories: 14, components: 4, integration: 4.3 },
    { domain: 'app', stories: 1.4, integration: 0.4 },
  ])
  expect(tableOf(costs)).toMatch(/^CPU seconds .*\npets +14 +4 +4 +40\napp +1 +0 +0 +40\nall +15 +4 +5$/)
})

test('a domain that passes its budget is named, and shop, sitting and accounts have twice as much', () => {
  const costs = costsOf(
    [
      { file: 'e2e/pets.spec.ts', loads: 30 },
      { file: 'src/shop/server/cart.test.ts', calls: 15_000 },
      { file: 'src/todo/server/tasks.test.ts', calls: 15_000 },
    ],
    about,
  )
  expect(overBudget(costs)).toEqual([
    'todo: its integration cost 60 CPU seconds of 40',
    'pets: its stories cost 42 CPU seconds of 40',
  ])
})

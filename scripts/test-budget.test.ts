import { expect, test } from 'vitest'
import { budgetOf, costsOf, overBudget, prices, tableOf, testPrices } from './test-budget.ts'

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
  expect(tableOf(costs)).toMatch(/^CPU seconds .*\npets +14 \(\d+\) +\d+ .*\napp +2 \(\d+\) .*\nall +16 .*$/)
})

test('a domain that passes its budget is named, for stories and integration tests', () => {
  const line = (file: string, counts: object) => ({ file, ...counts })
  const stories = budgetOf('pets') + 2
  const integration = budgetOf('todo') + 3
  const costs = costsOf(
    [
      line('e2e/pets.spec.ts', ofLoads(stories)),
      line('src/todo/server/tasks.test.ts', ofCalls(integration)),
      line('src/pets/server/pets.test.ts', ofCalls(budgetOf('pets') - 1)),
    ],
    about,
  )
  expect(overBudget(costs).toSorted()).toEqual([
    `pets: its stories cost ${stories} CPU seconds of ${stories - 2}`,
    `todo: its integration cost ${integration} CPU seconds of ${integration - 3}`,
  ])
})

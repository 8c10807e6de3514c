/** `node scripts/check-budget.ts <folder>` judges the counts that several machines have written. */
import { stories } from '../e2e/stories.ts'
import { costsOf, overBudget, readCounts, tableOf } from './test-budget.ts'

/** Prints what each domain's tests cost, and which pass their budget. Returns whether none does. */
export async function judgeBudget(folder: string): Promise<boolean> {
  const costs = costsOf(await readCounts(folder), stories)
  const passed = overBudget(costs)
  process.stdout.write(`\n${tableOf(costs)}\n${passed.map((sentence) => `✗ ${sentence}\n`).join('')}`)
  return passed.length === 0
}

if (import.meta.main) process.exitCode = (await judgeBudget(process.argv[2]!)) ? 0 : 1

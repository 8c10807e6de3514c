import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { slotTrades } from '#/booking/trades.ts'

const root = join(import.meta.dirname, '../..')

/** Counts a domain's lines of TypeScript, without tests and factories. */
async function linesOf(domain: string): Promise<number> {
  let lines = 0
  for await (const file of glob(`src/${domain}/**/*.{ts,tsx}`, { cwd: root }))
    if (!/\.(?:test|factory)\.tsx?$|\/factory\.ts$/.test(file))
      lines += (await readFile(join(root, file), 'utf8')).split('\n').length - 1
  return lines
}

test('a trade that books slots has at most 900 lines, and ARCHITECTURE.md says how many, within a twentieth', async () => {
  const trades = await Promise.all(slotTrades.map(linesOf))
  for (const [index, lines] of trades.entries()) expect(lines, slotTrades[index]).toBeLessThanOrEqual(900)
  const shared = await Promise.all(['appointments', 'ratings', 'booking'].map(linesOf))
  const sum = shared.reduce((all, lines) => all + lines)
  const text = await readFile(join(root, 'ARCHITECTURE.md'), 'utf8')
  const row = /^\| (\d+) \| (\d+) \| (\d+) \| (\d+) \|$/m.exec(text)!.slice(1).map(Number)
  for (const [index, lines] of [...trades, sum].entries())
    expect(Math.abs(row[index]! / lines - 1), `${row[index]} for ${lines}`).toBeLessThan(0.05)
})

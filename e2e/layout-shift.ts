import type { Page } from '@playwright/test'

/**
 * Adds up the page’s layout shifts, beginning with its next load. Returns a function that reads the sum since the last
 * load; below 0.1 is good.
 */
export async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const seen = Object.assign(window, { shifted: 0 })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.shifted += (entry as never)['value']
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return () => page.evaluate(() => (window as unknown as { shifted: number }).shifted)
}

import type { Page } from '@playwright/test'

/**
 * From the next page load on, adds up how far parts of the page move by themselves. Returns a function that tells the
 * sum since the last load; below 0.1 is good.
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

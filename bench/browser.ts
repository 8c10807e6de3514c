import { type Browser, chromium, type Page } from '@playwright/test'
import { launchOptions } from '../e2e/browser.ts'
import { onInterrupt } from '../scripts/interruption.ts'
import { measureFirstLoads } from './first-load.ts'
import type { Figure } from './goals.ts'
import { median } from './median.ts'
import { signUpOwners } from './scenarios.ts'
import { type Stage, say } from './stage.ts'

/** Measures the built app with the demo world in a browser: the weight and paint of its pages, and how soon slots appear. */
export async function measureBrowser(stage: Stage, rounds: number): Promise<Figure[]> {
  say('\nOpening a browser…')
  const server = await stage.server(await stage.database('bench_web'), { SEED: 'demo' })
  const browser = await chromium.launch(await launchOptions())
  const release = onInterrupt(() => browser.close())
  try {
    return [
      ...(await measureFirstLoads(browser, server.url, rounds)),
      ...(await timeDialog(browser, server.url, rounds)),
    ]
  } finally {
    await browser.close()
    release()
    await server.end('SIGTERM')
  }
}

/** Returns the time from the click to the frame that shows slots, as medians over several vets. */
async function timeDialog(browser: Browser, url: string, rounds: number): Promise<Figure[]> {
  const page = await browser.newPage({ viewport: { width: 375, height: 812 }, baseURL: url })
  const [owner] = await signUpOwners(url, 1)
  await page.context().addCookies(cookiesOf(owner!, url))
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  const chosen: number[] = []
  const changed: number[] = []
  for (let round = 0; round < rounds; round++) {
    await page.goto('/services/book-a-vet', { waitUntil: 'networkidle' })
    const vet = page.getByRole('link', { name: /^Book with/ }).nth(round % 8)
    // A mouse hovers before it clicks, which prefetches.
    await vet.hover()
    await page.waitForLoadState('networkidle')
    const shown = await paintedAfter(page, () => vet.click(), times)
    if (shown === undefined) continue
    chosen.push(shown)
    const next = page.getByRole('button', { name: 'Next available date' })
    const after = (await next.isEnabled()) ? await paintedAfter(page, () => next.click(), times) : undefined
    if (after !== undefined) changed.push(after)
  }
  return [
    { what: 'vet chosen to times painted, CPU slowed 4x', value: median(chosen) },
    { what: 'date changed to times painted, CPU slowed 4x', value: median(changed) },
  ]
}

const times = { selector: '[role=dialog] [role=radiogroup]:has([type=radio])', attribute: 'aria-label' }

export function cookiesOf({ cookie }: { cookie: string }, url: string) {
  return cookie.split('; ').map((one) => {
    const [name, value] = one.split(/=(.*)/) as [string, string]
    return { name, value, url }
  })
}

/** Returns the milliseconds from the next click to the frame in which `awaited` has changed, or undefined if it never does. */
export async function paintedAfter(
  page: Page,
  click: () => Promise<void>,
  awaited: { selector: string; attribute: string },
): Promise<number | undefined> {
  const painted = page.evaluate(
    ({ selector, attribute }) =>
      new Promise<number | undefined>((resolve) => {
        const shown = () => document.querySelector(selector)?.getAttribute(attribute) ?? ''
        const before = shown()
        addEventListener(
          'click',
          ({ timeStamp }) => {
            const look = () => {
              if (shown() !== '' && shown() !== before) {
                // Wait for the next frame, when this one is on screen.
                requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - timeStamp)))
              } else if (performance.now() - timeStamp > 5_000) resolve(undefined)
              else requestAnimationFrame(look)
            }
            look()
          },
          { once: true, capture: true },
        )
      }),
    awaited,
  )
  await click()
  return painted
}

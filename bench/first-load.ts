import { request } from 'node:http'
import type { Browser, Page } from '@playwright/test'
import type { Figure } from './goals.ts'
import { median } from './median.ts'
import { say } from './stage.ts'

const paths = ['/', '/services', '/login', '/signup', '/help-support', '/emergency-services']

/** A mid-range phone on slow 4G, with Lighthouse's values: 150 ms round trip, 1.6 Mbit/s, CPU slowed 4x. */
const phone = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
}
const network = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 }

/** Measures a first visit to each public page: its requests, and how soon it is painted. */
export async function measureFirstLoads(browser: Browser, url: string, rounds: number): Promise<Figure[]> {
  say('\nOpening pages on a slow phone: 150 ms, 1.6 Mbit/s, CPU slowed 4x…')
  const figures: Figure[] = []
  for (const path of paths) {
    const visits: Visit[] = []
    for (let round = 0; round < rounds; round++) visits.push(await visit(browser, url + path))
    const middle = (part: 'lcp' | 'blocked' | 'shift') => median(visits.map((one) => one[part]))
    const { asked } = visits.at(-1)!
    figures.push(
      { what: 'first load: largest paint, slow phone', value: middle('lcp'), at: path },
      { what: 'first load: long tasks beyond 50 ms, slow phone', value: middle('blocked'), at: path },
      { what: 'first load: layout shift, slow phone', value: middle('shift'), at: path },
      { what: 'first load: scripts, brotli', value: await weigh(asked, 'script'), at: path },
      { what: 'first load: style sheets, brotli', value: await weigh(asked, 'stylesheet'), at: path },
      { what: 'first load: requests', value: asked.length, at: path },
    )
  }
  return figures
}

type Asked = { url: string; type: string }
type Paint = { lcp: number; blocked: number; shift: number }
type Visit = Paint & { asked: Asked[] }

async function visit(browser: Browser, url: string): Promise<Visit> {
  const context = await browser.newContext(phone)
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', network)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  const asked: Asked[] = []
  page.on('request', (sent) => asked.push({ url: sent.url(), type: sent.resourceType() }))
  await page.addInitScript(observe)
  await page.goto(url, { waitUntil: 'networkidle' })
  const paint = await paintOf(page)
  await context.close()
  return { ...paint, asked }
}

/** Runs in the page before anything else. */
function observe() {
  const seen = { lcp: 0, blocked: 0, shift: 0 }
  Object.assign(window, { seen })
  const on = (type: string, take: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true })
  on('largest-contentful-paint', ({ startTime }) => {
    seen.lcp = startTime
  })
  on('longtask', ({ duration }) => {
    seen.blocked += Math.max(0, duration - 50)
  })
  on('layout-shift', (entry) => {
    seen.shift += (entry as PerformanceEntry & { value: number }).value
  })
}

const paintOf = (page: Page) => page.evaluate(() => (window as unknown as { seen: Paint }).seen)

async function weigh(asked: Asked[], type: string): Promise<number> {
  const sizes = asked.filter((one) => one.type === type).map((one) => brotliSize(one.url))
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0) / 1000
}

/** Returns the size as sent with brotli. */
function brotliSize(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    request(url, { headers: { 'accept-encoding': 'br' } }, (answer) => {
      answer.resume()
      if (answer.headers['content-encoding'] === 'br') resolve(Number(answer.headers['content-length']))
      else reject(new Error(`${url} is not sent in brotli`))
    })
      .on('error', reject)
      .end()
  })
}

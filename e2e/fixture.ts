import AxeBuilder from '@axe-core/playwright'
import {
  type APIRequestContext,
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Page,
  type Response,
} from '@playwright/test'
import { axeTags, dearRules, modal, nameScreen, phone } from '#/app/testing/browser/screen.ts'
import { count, writeCounts } from './counts.ts'

type Watch = {
  over(context: BrowserContext): Promise<void>
  expected: RegExp[]
}

/** Sends a user's cookies: a page, or a session without a browser. */
export type Session = { request: APIRequestContext }

type Fixture = {
  /** The browser's wish to save data. Pages then load no others ahead, which costs as much as the page itself. */
  savesData: boolean
  watch: Watch
  /** Names what the story expects on the console of any of its windows; anything else fails it. */
  expectConsole: (text: RegExp) => void
  /** Opens another user's browser with the story's options and `options`; closed after the story. */
  openWindow: (options?: BrowserContextOptions) => Promise<Page>
  /** Opens another user's session without a browser, for API calls; closed after the story. */
  openSession: () => Promise<Session>
}

/**
 * Waits for hydration after each page load, because scripts start after the first paint. Calls that say what to wait for
 * are left alone.
 */
function actOnceHydrated(page: Page): void {
  const hydrated = async (options?: { waitUntil?: string }) => {
    if (options?.waitUntil) return
    await page
      .waitForFunction(
        () => {
          const main = document.querySelector('main#main')
          return !main || Object.keys(main).some((key) => key.startsWith('__reactFiber'))
        },
        undefined,
        // Asking at each frame, as is usual, would cost as much as drawing it.
        { timeout: 10_000, polling: 100 },
      )
      .catch(() => undefined)
  }
  const { goto, reload } = page
  page.goto = async (url, options) => {
    const answer = await goto.call(page, url, options)
    await hydrated(options)
    return answer
  }
  page.reload = async (options) => {
    const answer = await reload.call(page, options)
    await hydrated(options)
    return answer
  }
}

/** Runs in the page. */
function saveData(isWanted: boolean): void {
  const connection = (navigator as Navigator & { connection?: object }).connection
  if (connection) Object.defineProperty(connection, 'saveData', { value: isWanted })
}

/** Every story fails on an unexpected console message or page error in any of its windows and tabs. */
export const test = base.extend<Fixture>({
  savesData: [true, { option: true }],
  watch: [
    async ({ context, savesData }, use, testInfo) => {
      const expected: RegExp[] = [/Service Worker registration blocked by Playwright/]
      const unexpected: string[] = []
      const note = (text: string) => {
        if (!expected.some((pattern) => pattern.test(text))) unexpected.push(text)
      }
      const over = async (watched: BrowserContext) => {
        count('contexts')
        await watched.addInitScript(saveData, savesData)
        watched.on('page', (page) => {
          actOnceHydrated(page)
          page.on('domcontentloaded', () => count('loads'))
        })
        watched.on('weberror', (error) => note(String(error.error())))
        watched.on('console', (message) => {
          if (['error', 'warning'].includes(message.type()))
            note(`${message.text()} (${message.location().url})`)
        })
      }
      count('stories')
      await over(context)
      await use({ over, expected })
      writeCounts(testInfo.file, testInfo.retry > 0)
      expect(unexpected, 'console messages').toEqual([])
    },
    { auto: true },
  ],
  async expectConsole({ watch }, use) {
    await use((text) => watch.expected.push(text))
  },
  async openWindow({ browser, watch }, use) {
    const opened: BrowserContext[] = []
    await use(async (options) => {
      // The test runner adds the project's options.
      const context = await browser.newContext(options)
      opened.push(context)
      await watch.over(context)
      return context.newPage()
    })
    for (const context of opened) await context.close()
  },
  async openSession({ playwright, baseURL }, use) {
    const opened: APIRequestContext[] = []
    await use(async () => {
      const request = await playwright.request.newContext({ baseURL: baseURL! })
      opened.push(request)
      return { request }
    })
    for (const request of opened) await request.dispose()
  },
})

export { expect }

export type SignedUp = { name: string; email: string; password: string }

let people = 0

/** Signs up and logs in through the API. */
export async function signUpByApi(
  { request }: Session,
  name: string,
  password = 'a long walk at dawn',
): Promise<SignedUp> {
  count('signUps')
  const { baseURL } = test.info().project.use
  const handle = name.toLowerCase().replace(/\W+/g, '.')
  const person = {
    name,
    email: `${handle}.${process.pid}.${Date.now()}.${people++}@example.com`,
    password,
  }
  const answer = await request.post('/api/auth/sign-up/email', {
    data: person,
    headers: { origin: new URL(baseURL!).origin },
  })
  expect(answer.ok(), `sign-up by API: ${answer.status()}`).toBe(true)
  return person
}

/** Waits for the latest message to a number in the development outbox, and returns its code. */
export async function codeSentTo(page: Page, number: string): Promise<string> {
  let code = ''
  const look = async () => {
    const { messages } = (await (await page.request.get('/api/outbox')).json()) as {
      messages: { to: string; text: string }[]
    }
    code = /^\d{6}/.exec(messages.find(({ to }) => to === number)?.text ?? '')?.[0] ?? ''
    return code
  }
  await expect.poll(look).toMatch(/^\d{6}$/)
  return code
}

/** Signs up and logs in with a phone number (+91…) instead of an email. */
export async function signUpByPhone(page: Page, phoneNumber: string): Promise<void> {
  const post = async (path: string, data: object) => {
    const headers = { origin: new URL(test.info().project.use.baseURL!).origin }
    const answer = await page.request.post(`/api/auth${path}`, { data, headers })
    expect(answer.ok(), `${path}: ${answer.status()}`).toBe(true)
  }
  await post('/phone-codes', { phoneNumber })
  await post('/sign-in/phone', { phoneNumber, code: await codeSentTo(page, phoneNumber) })
}

/** Holds the page's requests to `url` until the returned function is called. */
export async function holdBack(page: Page, url: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(url, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

/**
 * Leaves the page's requests to `url` unanswered until `isOver`, beginning with one of now. While that is on its way, polls
 * send no other: only news by the stream replaces it.
 */
export async function holdPolls(
  page: Page,
  url: RegExp,
  isOver: () => boolean | Promise<boolean>,
): Promise<void> {
  let held = 0
  await page.route(url, async (route) => {
    if (await isOver()) return route.continue()
    held++
  })
  const comeBack = async () => {
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
    return held
  }
  await expect.poll(comeBack).toBeGreaterThan(0)
}

/**
 * Opens a page within the app that is already open, as a link does, which costs a third of a load. Answers that came in
 * the last half minute are shown again: use `page.goto` if the page must ask for them.
 */
export async function visit(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
}

/** Opens a page whose browser then holds a stream. */
export async function openLive(page: Page, path: string): Promise<void> {
  const stream = page.waitForResponse('**/live/stream?*')
  await page.goto(path)
  expect((await stream).status()).toBe(200)
}

/** Waits until the page has rendered this answer, so that absent things can be asserted. */
export async function haveShown(page: Page, answer: Promise<Response>): Promise<void> {
  await (await answer).finished()
  await page.evaluate(() => new Promise((done) => requestIdleCallback(() => requestAnimationFrame(done))))
}

/** Stops animations, so that axe doesn't report the contrast of a fading toast. */
async function holdStill(): Promise<void> {
  await Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => {})))
  const still = new CSSStyleSheet()
  still.replaceSync('*, *::before, *::after { transition: none !important; animation: none !important }')
  document.adoptedStyleSheets.push(still)
}

type Axe = { run(of: Element, options: object): Promise<{ violations: unknown[] }> }

/** Returns which of these targets are too small in the middle of the window, where no bar covers a part of them. */
async function areSmall(targets: string[]): Promise<string[]> {
  const { axe } = window as unknown as { axe: Axe }
  const small: string[] = []
  for (const target of targets) {
    const element = document.querySelector(target)!
    element.scrollIntoView({ block: 'center', behavior: 'instant' })
    const { violations } = await axe.run(element, { runOnly: ['target-size'] })
    if (violations.length > 0) small.push(`target-size: ${target}`)
  }
  return small
}

/** Checks that nothing is beyond the edge of a desktop and of a phone, and on the phone what `expectNoViolations` does. */
export async function expectAccessible(page: Page): Promise<void> {
  // Every page has one, and until then it is loading.
  await expect(page.locator('h1').first()).toBeAttached()
  await expectNothingBeyondTheEdge(page)
  const size = page.viewportSize()!
  const isPhone = size.width <= phone.width
  if (!isPhone) {
    await page.setViewportSize({ width: phone.width, height: Math.max(phone.height, size.height) })
    await expectNothingBeyondTheEdge(page)
  }
  await expectNoViolations(page)
  if (!isPhone) await page.setViewportSize(size)
}

async function expectNothingBeyondTheEdge(page: Page): Promise<void> {
  const [tooWide, width] = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return [scrollWidth - clientWidth, clientWidth]
  })
  expect(tooWide, `pixels beyond the edge of ${width} px`).toBeLessThanOrEqual(0)
}

/** Screens whose colours and targets have been checked in this worker; a failure ends it. */
const screens = new Set<string>()

/**
 * Checks the page for WCAG 2.2 A and AA, as far as axe can: colours and the size of targets, three quarters of the cost, once a
 * screen. While a modal dialog is open, axe looks at the dialog alone.
 */
export async function expectNoViolations(page: Page): Promise<void> {
  count('axe')
  await page.evaluate(holdStill)
  // Loading axe costs as much as half a run, so a document that has it already gets an empty statement instead.
  const [isLoaded, isModal] = await page.evaluate(
    (selector) => ['axe' in window, document.querySelector(selector) !== null],
    modal,
  )
  const screen = await page.evaluate(nameScreen, modal)
  const isKnown = screens.has(screen)
  const axe = new AxeBuilder({ page, ...(isLoaded && { axeSource: ';' }) })
  if (isModal) axe.include(modal)
  const { violations } = await axe
    // Otherwise axe also describes every node that passed, which takes as long again.
    .options({ resultTypes: ['violations'], rules: dearRules(!isKnown), runOnly: axeTags })
    // We have no frames, and merging frames' results would open a tab.
    .setLegacyMode()
    .analyze()
  await page.evaluate(() => {
    document.adoptedStyleSheets.pop()
  })
  const small = violations.find(({ id }) => id === 'target-size')?.nodes.map(({ target }) => String(target))
  const found = violations
    .filter(({ id }) => id !== 'target-size')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(', ')}`)
  if (small) found.push(...(await page.evaluate(areSmall, small)))
  expect(found, 'accessibility').toEqual([])
  if (!isKnown) count('screens')
  screens.add(screen)
}

/** Checks the page in one tall window, because the sticky bar would half cover some targets. */
export async function expectAllAccessible(page: Page): Promise<void> {
  const size = page.viewportSize()!
  await page.setViewportSize({ ...size, height: 4000 })
  await expectAccessible(page)
  await page.setViewportSize(size)
}

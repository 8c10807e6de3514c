import AxeBuilder from '@axe-core/playwright'
import { test as base, expect, type Page } from '@playwright/test'

/** Every story fails on an unexpected console message or page error; what it expects it names beforehand. */
export const test = base.extend<{ expectConsole: (text: RegExp) => void }>({
  expectConsole: [
    async ({ page }, use) => {
      const expected: RegExp[] = []
      const unexpected: string[] = []
      const note = (text: string) => {
        if (!expected.some((pattern) => pattern.test(text))) unexpected.push(text)
      }
      page.on('pageerror', (error) => note(String(error)))
      page.on('console', (message) => {
        if (['error', 'warning'].includes(message.type()))
          note(`${message.text()} (${message.location().url})`)
      })
      await use((text) => expected.push(text))
      expect(unexpected, 'console messages').toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

export type SignedUp = { name: string; email: string; password: string }

let people = 0

/** A new account, signed in on this page's browser; the form has a story of its own. */
export async function signUpByApi(page: Page, name: string): Promise<SignedUp> {
  const { baseURL } = test.info().project.use
  const handle = name.toLowerCase().replace(/\W+/g, '.')
  const person = {
    name,
    email: `${handle}.${process.pid}.${Date.now()}.${people++}@example.com`,
    password: 'a long walk at dawn',
  }
  const answer = await page.request.post('/api/auth/sign-up/email', {
    data: person,
    headers: { origin: new URL(baseURL!).origin },
  })
  expect(answer.ok(), `sign-up by API: ${answer.status()}`).toBe(true)
  return person
}

/** WCAG 2.2 A and AA, as far as a machine can tell, on the page as it stands. */
export async function expectAccessible(page: Page): Promise<void> {
  // A colour on its way to another is not what anyone reads.
  await page.evaluate(() =>
    Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => {}))),
  )
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(', ')}`)
  expect(found, 'accessibility').toEqual([])
}

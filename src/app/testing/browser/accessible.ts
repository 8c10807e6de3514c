import axe from 'axe-core'
import { expect } from 'vitest'
import { page } from 'vitest/browser'
import { axeTags, dearRules, desktop, modal, nameScreen, phone } from './screen.ts'

const rules: axe.RunOptions = {
  runOnly: axeTags,
  resultTypes: ['violations'],
}
/** Half of a fading colour would count as too little contrast. */
const still = new CSSStyleSheet()
still.replaceSync('*, *::before, *::after { transition: none !important; animation: none !important }')
/** Screens whose colours and sizes of targets have been checked. */
const screens = new Set<string>()

/**
 * Checks that the page fits a phone and a desktop, and for WCAG 2.2 A and AA, as far as axe can, on the phone: colours and the size
 * of targets once a screen. Leaves the window as wide as it was. While a modal dialog is open, axe looks at the dialog alone.
 */
export async function expectAccessible(): Promise<void> {
  await expect.poll(() => document.querySelector('h1')).not.toBeNull()
  const size = { width: window.innerWidth, height: window.innerHeight }
  const sizes = size.width === phone.width ? [desktop, phone] : [phone, desktop]
  for (const { width, height } of sizes) {
    await page.viewport(width, height)
    expectNothingBeyondTheEdge()
    if (width === phone.width) await expectNoViolations()
  }
  await page.viewport(size.width, size.height)
  // On a busy machine, the page would otherwise move while the next check looks.
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
}

export function expectNothingBeyondTheEdge(): void {
  const { scrollWidth, clientWidth } = document.documentElement
  expect(scrollWidth - clientWidth, `pixels beyond the edge of ${clientWidth} px`).toBeLessThanOrEqual(0)
}

/** Checks for WCAG 2.2 A and AA, as far as axe can, at the width that the window has. */
export async function expectNoViolations(): Promise<void> {
  const screen = nameScreen(modal)
  const enabled = !screens.has(screen)
  document.adoptedStyleSheets.push(still)
  const { violations } = await axe.run(document.querySelector(modal) ?? document, {
    ...rules,
    rules: dearRules(enabled),
  })
  document.adoptedStyleSheets.pop()
  const found = violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
  const small = found.filter((line) => line.startsWith('target-size: '))
  const rest = found.filter((line) => !small.includes(line))
  for (const line of small) if (await isSmall(line.slice('target-size: '.length))) rest.push(line)
  expect(rest, 'accessibility').toEqual([])
  screens.add(screen)
}

/** Shows the page as in a light or dark system. Each test begins light. */
export function showIn(scheme: 'light' | 'dark'): void {
  document.documentElement.dataset['mantineColorScheme'] = scheme
}

/** A sticky bar may cover a part of a target, so it is looked at again in the middle of the window. */
async function isSmall(target: string): Promise<boolean> {
  const element = document.querySelector(target)!
  element.scrollIntoView({ block: 'center', behavior: 'instant' })
  const { violations } = await axe.run(element, { runOnly: ['target-size'] })
  return violations.length > 0
}

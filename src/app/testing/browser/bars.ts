import { expect } from 'vitest'
import type { Locator } from 'vitest/browser'

/**
 * Focuses each control of a phone's page, downwards and upwards, and expects none under the sticky bar with this button. Expects the bar in
 * sight, and nothing between it and the bar of the page.
 */
export async function expectClearOfBars(button: Locator): Promise<void> {
  let bar = button.element() as HTMLElement
  while (getComputedStyle(bar).position !== 'sticky') bar = bar.parentElement!
  const nav = [...document.querySelectorAll<HTMLElement>('nav')].find(
    (one) => getComputedStyle(one).position === 'fixed',
  )!
  const controls = [
    ...document.querySelectorAll<HTMLElement>('main :is(input, textarea, select, button, a[href])'),
  ].filter((one) => !bar.contains(one) && one.checkVisibility() && !one.matches(':disabled, [tabindex="-1"]'))
  expect(controls.length).toBeGreaterThan(5)
  const hidden: string[] = []
  for (const control of [...controls, ...controls.toReversed()]) {
    control.focus()
    const seen = control.getBoundingClientRect()
    const { top, bottom } = bar.getBoundingClientRect()
    // At the page's end the bar stands in its own place, above what follows the form.
    const isUnder = seen.bottom > top + 1 && seen.top < bottom - 1
    if (isUnder) hidden.push(`${control.tagName} ${control.getAttribute('name') ?? control.textContent}`)
  }
  expect(hidden).toEqual([])
  scrollTo({ top: 0, behavior: 'instant' })
  const place = bar.getBoundingClientRect()
  const navTop = nav.getBoundingClientRect().top
  expect(place.top).toBeLessThan(innerHeight)
  expect(place.bottom).toBeGreaterThanOrEqual(navTop)
  expect(place.bottom).toBeLessThan(navTop + 4)
}

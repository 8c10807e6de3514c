import type { Page } from '@playwright/test'
import { expect } from './fixture.ts'

/** Tabs through the page's content: every control gets the focus, in view and not covered by the sticky bars. */
export async function expectByKeyboard(page: Page): Promise<void> {
  const controls = await page.locator('main').evaluate((main) => {
    const all = [...main.querySelectorAll<HTMLElement>('a[href], button, summary, input, select, textarea')]
    const shown = all.filter((one) => one.checkVisibility() && !one.closest('[inert]'))
    for (const [index, one] of shown.entries()) one.dataset['stop'] = String(index)
    // Of a group of radio buttons, Tab reaches one.
    const names = new Set<string>()
    return shown.flatMap((one, index) => {
      const isRadio = one instanceof HTMLInputElement && one.type === 'radio'
      if (isRadio && names.has(one.name)) return []
      if (isRadio) names.add(one.name)
      return [String(index)]
    })
  })
  await page.locator('main').focus()
  const reached: string[] = []
  for (let tries = 0; reached.length < controls.length && tries < controls.length + 5; tries++) {
    await page.keyboard.press('Tab')
    const stop = await page.evaluate(() => {
      const focused = document.activeElement as HTMLElement
      if (focused.dataset['stop'] === undefined) return null
      const { left, right, top, bottom, width } = focused.getBoundingClientRect()
      const ring = getComputedStyle(focused)
      return {
        stop: focused.dataset['stop'],
        isInView: left >= 0 && right <= innerWidth && bottom > 0 && top < innerHeight && width > 0,
        hasRing: ring.outlineStyle !== 'none' || ring.boxShadow !== 'none',
      }
    })
    if (!stop) continue
    expect(stop).toMatchObject({ isInView: true, hasRing: true })
    reached.push(stop.stop)
  }
  expect(reached).toEqual(controls)
}

import type { Page } from '@playwright/test'
import { expect } from './fixture.ts'

/**
 * Tabs through the page's content and back: every control gets the focus, in view, and not behind a bar that stays in place
 * (WCAG 2.4.11).
 */
export async function expectByKeyboard(page: Page): Promise<void> {
  const controls = await page.locator('main').evaluate((main) => {
    const all = [...main.querySelectorAll<HTMLElement>('a[href], button, summary, input, select, textarea')]
    const shown = all.filter(
      (one) => one.checkVisibility() && !one.closest('[inert]') && !one.matches(':disabled'),
    )
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
  const reached = await walk(page, 'Tab', controls.length)
  for (let more = 0; reached.length < controls.length && more < 5; more++)
    reached.push(...(await walk(page, 'Tab', 1)))
  expect(reached).toEqual(controls)
  expect(await walk(page, 'Shift+Tab', controls.length - 1)).toHaveLength(controls.length - 1)
}

/** Presses a key some times, checks the controls that get the focus, and returns their numbers. */
async function walk(page: Page, key: 'Tab' | 'Shift+Tab', times: number): Promise<string[]> {
  const seen = await page.evaluateHandle(() => {
    const stops: { control: string; number: string; shown: object }[] = []
    const isBarAt = (focused: Element, x: number, y: number) => {
      let over = document.elementFromPoint(x, y)
      for (; over && !over.contains(focused); over = over.parentElement)
        if (['fixed', 'sticky'].includes(getComputedStyle(over).position)) return true
      return false
    }
    const note = () => {
      const focused = document.activeElement as HTMLElement
      const number = focused.dataset['stop']
      if (number === undefined) return
      const { left, right, top, bottom, width } = focused.getBoundingClientRect()
      const ring = getComputedStyle(focused)
      const heights = [top + 1, (top + bottom) / 2, bottom - 1]
      const behind = heights.filter((y) => isBarAt(focused, (left + right) / 2, y)).length
      const shown = {
        // A control taller than half of the window may have one end behind a bar.
        isBehindBar: behind > (bottom - top > innerHeight / 2 ? 1 : 0),
        isInView: left >= 0 && right <= innerWidth && bottom > 0 && top < innerHeight && width > 0,
        hasRing: ring.outlineStyle !== 'none' || ring.boxShadow !== 'none',
      }
      stops.push({ control: focused.outerHTML.slice(0, 200), number, shown })
    }
    // By then the focus has moved and the page has scrolled to it. Shift's own keyup doesn't count.
    const onKey = ({ key }: KeyboardEvent) => key === 'Tab' && note()
    document.addEventListener('keyup', onKey)
    return { stops, end: () => document.removeEventListener('keyup', onKey) }
  })
  for (let count = 0; count < times; count++) await page.keyboard.press(key)
  const stops = await seen.evaluate(({ stops, end }) => {
    end()
    return stops
  })
  const good = { isBehindBar: false, isInView: true, hasRing: true }
  for (const { control, shown } of stops) expect(shown, control).toEqual(good)
  return stops.map(({ number }) => number)
}

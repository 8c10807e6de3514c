import { expect } from 'vitest'
import { userEvent } from 'vitest/browser'

/**
 * Tabs through the page's content and back: every control gets the focus, in view, and not behind a bar that stays in place
 * (WCAG 2.4.11).
 */
export async function expectByKeyboard(): Promise<void> {
  const main = document.querySelector<HTMLElement>('main')!
  const shown = [
    ...main.querySelectorAll<HTMLElement>('a[href], button, summary, input, select, textarea'),
  ].filter((one) => one.checkVisibility() && !one.closest('[inert]') && !one.matches(':disabled'))
  // Of a group of radio buttons, Tab reaches one.
  const names = new Set<string>()
  const controls = shown.filter((one) => {
    if (!(one instanceof HTMLInputElement && one.type === 'radio')) return true
    return !names.has(one.name) && names.add(one.name)
  })
  main.focus()
  const reached = await walk('{Tab}', controls.length)
  expect(reached.map(nameOf)).toEqual(controls.map(nameOf))
  const back = await walk('{Shift>}{Tab}{/Shift}', controls.length - 1)
  expect(back).toHaveLength(controls.length - 1)
}

const nameOf = ({ outerHTML }: Element) => outerHTML.slice(0, 200)

/** Presses a key some times, checks the controls of the page's content that get the focus, and returns them. */
async function walk(key: string, times: number): Promise<Element[]> {
  const stops: { focused: Element; shown: object }[] = []
  const note = () => {
    const focused = document.activeElement
    if (!focused?.closest('main') || focused.matches('main')) return
    const { left, right, top, bottom, width } = focused.getBoundingClientRect()
    const ring = getComputedStyle(focused)
    const heights = [top + 1, (top + bottom) / 2, bottom - 1]
    const bars = heights.flatMap((y) => barAt(focused, (left + right) / 2, y) ?? [])
    stops.push({
      focused,
      shown: {
        // A control taller than half of the window may have one end behind a bar.
        bar: bars.length > (bottom - top > innerHeight / 2 ? 1 : 0) ? nameOf(bars[0]!) : null,
        isInView: left >= 0 && right <= innerWidth && bottom > 0 && top < innerHeight && width > 0,
        hasRing: ring.outlineStyle !== 'none' || ring.boxShadow !== 'none',
      },
    })
  }
  // By then the focus has moved and the page has scrolled to it. Shift's own keyup doesn't count.
  const onKey = (event: KeyboardEvent) => event.key === 'Tab' && note()
  document.addEventListener('keyup', onKey)
  await userEvent.keyboard(key.repeat(times))
  document.removeEventListener('keyup', onKey)
  const good = { bar: null, isInView: true, hasRing: true }
  for (const { focused, shown } of stops) expect(shown, nameOf(focused)).toEqual(good)
  return stops.map(({ focused }) => focused)
}

/** Returns what stays in place over the focused control at a point, undefined without. */
function barAt(focused: Element, x: number, y: number): Element | undefined {
  let over = document.elementFromPoint(x, y)
  for (; over && !over.contains(focused); over = over.parentElement)
    if (['fixed', 'sticky'].includes(getComputedStyle(over).position)) return over
  return undefined
}

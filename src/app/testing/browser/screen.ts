/** Sizes of windows that tests look at. */
export const desktop = { width: 1280, height: 800 }
export const phone = { width: 375, height: 812 }

/** Axe's rules: WCAG 2.2 A and AA, and its own advice. */
export const axeTags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Turns the two rules that take three quarters of axe's time on or off. */
export const dearRules = (enabled: boolean) =>
  Object.fromEntries(['color-contrast', 'target-size'].map((id) => [id, { enabled }]))

export const modal = '[role="dialog"][aria-modal="true"], dialog:modal'

/**
 * Names what is on the screen, as far as colours and sizes depend on it: path, headings, open dialog, alerts, theme and width. Runs
 * in the page, also when a story sends it there.
 */
export function nameScreen(modal: string): string {
  const dialog = document.querySelector(modal)
  const within = dialog ?? document
  const headings = [...within.querySelectorAll('h1, h2')].map(({ textContent }) => textContent)
  const hasAlert = within.querySelector('[role=alert]') !== null
  const path = location.pathname.replace(/[^/]{20,}/g, '…')
  const scheme = document.documentElement.dataset['mantineColorScheme']
  return [path, scheme, innerWidth, hasAlert, dialog ? 'dialog' : '', ...headings].join(' | ')
}

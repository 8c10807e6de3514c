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

import { type RefObject, useEffect } from 'react'

/**
 * Keeps the focus when its card or button in a list goes: on the same card, otherwise on the one that took its place,
 * the last one, or the message of an empty list. Reading then continues there instead of at the top of the page.
 */
export function useKeptFocus(region: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const list = region.current
    if (!list) return
    const cards = () => [...list.querySelectorAll<HTMLElement>('article')]
    let card: HTMLElement | undefined
    let place = -1

    function follow({ target }: FocusEvent) {
      // A dialog is elsewhere in the document, but returns to the card that opened it.
      if (!(target instanceof Element) || target.closest('[aria-modal="true"]')) return
      card = cards().find((one) => one.contains(target))
      place = card ? cards().indexOf(card) : -1
    }
    const recover = new MutationObserver(() => {
      if (place < 0 || document.activeElement !== document.body) return
      const left = cards()
      const next = card?.isConnected ? card : (left[place] ?? left.at(-1))
      const target = next ?? list.querySelector<HTMLElement>('p[tabindex]')
      target?.focus({ preventScroll: true })
    })
    document.addEventListener('focusin', follow)
    recover.observe(list, { childList: true, subtree: true })
    return () => {
      document.removeEventListener('focusin', follow)
      recover.disconnect()
    }
  }, [region])
}

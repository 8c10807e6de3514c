import { type RefObject, useEffect } from 'react'

/**
 * When what had the focus in a list goes (a card, or a button of one), the same card has it, else the one that took its
 * place, else the last, else what is said of an empty list: reading goes on from there, and not from the top of the page.
 */
export function useKeptFocus(region: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const list = region.current
    if (!list) return
    const cards = () => [...list.querySelectorAll<HTMLElement>('article')]
    let card: HTMLElement | undefined
    let place = -1

    function follow({ target }: FocusEvent) {
      // A dialog stands elsewhere in the document, but it was opened from the card and leads back to it.
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

import { useEffect, useEffectEvent, useState } from 'react'

/** Long enough to search for whole words, short enough to feel immediate. */
const pauseMs = 300

type Options<Wish> = {
  searched: Wish
  same: (a: Wish, b: Wish) => boolean
  trim: (typed: Wish) => Wish
  /** Puts the search into the URL, perhaps a moment later. */
  onSearch: (wish: Wish) => void
  /** Holds searches back, for example while a dialog is open. */
  isHeld?: boolean
}

/** Searches once typing pauses, and follows other changes of the URL. */
export function useTypedSearch<Wish>({ searched, same, trim, onSearch, isHeld = false }: Options<Wish>) {
  const [typed, setTyped] = useState(searched)
  const [seen, setSeen] = useState(searched)
  const [onItsWay, setOnItsWay] = useState<{ wish: Wish }>()
  if (!same(searched, seen)) {
    setSeen(searched)
    // When our own search arrives in the URL, newer typed text must stay.
    if (!onItsWay) {
      if (!same(searched, trim(typed))) setTyped(searched)
    } else if (same(searched, onItsWay.wish)) setOnItsWay(undefined)
  }

  function search(wish: Wish) {
    if (same(wish, searched)) return
    setOnItsWay({ wish })
    onSearch(wish)
  }
  const searchTyped = useEffectEvent(() => search(trim(typed)))
  // biome-ignore lint/correctness/useExhaustiveDependencies: typing and what has arrived begin the pause anew
  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(searchTyped, pauseMs)
    return () => clearTimeout(timer)
  }, [typed, seen, isHeld])
  return { typed, setTyped, search: (wish: Wish = typed) => search(trim(wish)) }
}

import { useEffect, useEffectEvent, useState } from 'react'

/** Long enough that one search is made of one word, short enough to feel answered. */
const pauseMs = 300

type Options<Wish> = {
  /** What is searched for now, as the address has it. */
  searched: Wish
  same: (a: Wish, b: Wish) => boolean
  /** What is typed, as it is searched for: without blanks around it. */
  trim: (typed: Wish) => Wish
  /** Puts it into the address, which may follow a moment later. */
  onSearch: (wish: Wish) => void
  /** What was typed waits, as while a dialog is open. */
  isHeld?: boolean
}

/** What is typed into a search: searched for once typing pauses. Where the address changes otherwise, it follows. */
export function useTypedSearch<Wish>({ searched, same, trim, onSearch, isHeld = false }: Options<Wish>) {
  const [typed, setTyped] = useState(searched)
  const [seen, setSeen] = useState(searched)
  const [onItsWay, setOnItsWay] = useState<{ wish: Wish }>()
  if (!same(searched, seen)) {
    setSeen(searched)
    // Our own search arrives in the address when more may have been typed already, which has to stay.
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

import { useEffect } from 'react'

/** Replaces the route's title in the browser tab while mounted. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    const before = document.title
    const own = before.replace(/^.*(?= · )/, () => title)
    document.title = own
    return () => {
      // Another page may have set its title already.
      if (document.title === own) document.title = before
    }
  }, [title])
}

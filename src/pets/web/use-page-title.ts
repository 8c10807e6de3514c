import { useEffect } from 'react'

/** The browser tab says this instead of the title of the route, for as long as it is shown. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    const before = document.title
    const own = before.replace(/^.*(?= · )/, () => title)
    document.title = own
    return () => {
      // Another page may have named itself already.
      if (document.title === own) document.title = before
    }
  }, [title])
}

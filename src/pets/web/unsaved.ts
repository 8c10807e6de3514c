import { createContext, use, useLayoutEffect } from 'react'

/** Tells the page that something in it is not saved: the router asks once for a page, not once for a form. */
export const UnsavedContext = createContext<(form: string, isUnsaved: boolean) => void>(() => {})

export function useUnsaved(form: string, isUnsaved: boolean): void {
  const tell = use(UnsavedContext)
  // Before it is painted that all is saved: a click may follow at once.
  useLayoutEffect(() => {
    tell(form, isUnsaved)
    return () => tell(form, false)
  }, [tell, form, isUnsaved])
}

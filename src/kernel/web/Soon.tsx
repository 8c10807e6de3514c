import { createContext, useContext } from 'react'
import css from './Soon.module.css'

/** Tells whether a path's page is built, by the route table. */
export const BuiltPages = createContext<(path: string) => boolean>(() => true)
export const useIsBuilt = () => useContext(BuiltPages)

/** Marks links to pages that aren't built yet. `raised` takes no room in a line. */
export function Soon({ path, raised = false }: { path: string; raised?: boolean }) {
  const isBuilt = useIsBuilt()
  return !isBuilt(path) && <span className={raised ? css.raised : css.soon}>Soon</span>
}

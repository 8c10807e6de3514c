import { createContext, useContext } from 'react'
import css from './Soon.module.css'

/** Whether the page at a path is built. The app tells it from the route table. */
export const BuiltPages = createContext<(path: string) => boolean>(() => true)
export const useIsBuilt = () => useContext(BuiltPages)

/** The one mark beside whatever is promised and not built; it goes once the page is. `raised` takes no room in a line. */
export function Soon({ path, raised = false }: { path: string; raised?: boolean }) {
  const isBuilt = useIsBuilt()
  return !isBuilt(path) && <span className={raised ? css.raised : css.soon}>Soon</span>
}

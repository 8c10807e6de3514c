import { Outlet } from 'react-router'
import { Libraries } from '#/kernel/web/Libraries.tsx'

/** Stands around every page that is not light. */
export default function LibrariesLayout() {
  return (
    <Libraries>
      <Outlet />
    </Libraries>
  )
}

import { Outlet } from 'react-router'
import { Libraries } from '#/kernel/web/Libraries.tsx'

export default function LibrariesLayout() {
  return (
    <Libraries>
      <Outlet />
    </Libraries>
  )
}

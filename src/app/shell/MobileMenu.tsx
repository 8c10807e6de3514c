import { useState } from 'react'
import { onDemand, useOnDemand } from '#/kernel/web/on-demand.ts'
import { MenuIcon } from './icons.tsx'
import css from './MobileMenu.module.css'

const openMenu = onDemand(() => import('./OpenMenu.tsx'))

export function MobileMenu() {
  const [open, setOpen] = useState(false)
  const OpenMenu = useOnDemand(openMenu, open)
  return (
    <div className={css.root}>
      <button
        type="button"
        className={css.burger}
        aria-label="Menu"
        aria-haspopup="dialog"
        onPointerDown={openMenu.prefetch}
        onFocus={openMenu.prefetch}
        onClick={() => setOpen(true)}
      >
        <MenuIcon />
      </button>
      {open && OpenMenu && <OpenMenu close={() => setOpen(false)} />}
    </div>
  )
}

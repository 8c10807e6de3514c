import { type FocusEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { useSession } from '#/accounts/web/index.ts'
import { ChevronIcon } from './icons.tsx'
import { ServiceLink } from './ServiceLink.tsx'
import css from './ServicesMenu.module.css'
import { SoonChip } from './SoonChip.tsx'
import { servicesFor } from './services.ts'

type Step = (current: number, count: number) => number

const steps = new Map<string, Step>([
  ['ArrowDown', (current, count) => (current + 1) % count],
  ['ArrowUp', (current, count) => (current <= 0 ? count - 1 : current - 1)],
  ['Home', () => 0],
  ['End', (_current, count) => count - 1],
])

/** The services of the navigation bar, behind a button. The arrow keys move among them, Escape goes back. */
export function ServicesMenu() {
  const [open, setOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const panelId = useId()
  const { pathname } = useLocation()
  const role = useSession().user?.role

  useEffect(() => {
    if (!open) return
    const closeOutside = (event: PointerEvent) => {
      if (!root.current?.contains(event.target as Node)) setOpen(false)
    }
    document.addEventListener('pointerdown', closeOutside)
    return () => document.removeEventListener('pointerdown', closeOutside)
  }, [open])

  function focusItem(step: Step) {
    const items = [...(root.current?.querySelectorAll('a') ?? [])]
    const current = items.indexOf(document.activeElement as HTMLAnchorElement)
    items[step(current, items.length)]?.focus()
  }

  function onKeyDown(event: KeyboardEvent) {
    const step = steps.get(event.key)
    if (event.key === 'Escape' && open) {
      setOpen(false)
      button.current?.focus()
    } else if (step && (open || event.key === 'ArrowDown')) {
      event.preventDefault()
      setOpen(true)
      requestAnimationFrame(() => focusItem(step))
    }
  }

  function closeWhenLeft(event: FocusEvent) {
    if (event.relatedTarget && !root.current?.contains(event.relatedTarget)) setOpen(false)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the button and the links inside
    <div className={css.root} ref={root} onKeyDown={onKeyDown} onBlur={closeWhenLeft}>
      <button
        ref={button}
        type="button"
        className={css.button}
        aria-expanded={open}
        aria-controls={panelId}
        data-current={pathname.startsWith('/services') || undefined}
        onClick={() => setOpen(!open)}
      >
        Services
        <ChevronIcon />
      </button>
      <ul id={panelId} className={css.panel} hidden={!open}>
        {servicesFor(role).map((service) => (
          <li key={service.path}>
            <ServiceLink service={service} className={css.item} onClick={() => setOpen(false)}>
              <strong>{service.name}</strong> <SoonChip service={service} />
              <p>{service.line}</p>
            </ServiceLink>
          </li>
        ))}
      </ul>
    </div>
  )
}

import { useId } from 'react'
import { useLocation } from 'react-router'
import { useSession } from '#/accounts/web/index.ts'
import { Soon } from '#/kernel/web/Soon.tsx'
import { ChevronIcon } from './icons.tsx'
import { ServiceLink } from './ServiceLink.tsx'
import css from './ServicesMenu.module.css'
import { servicesFor } from './services.ts'
import { useBarMenu } from './use-bar-menu.ts'

export function ServicesMenu() {
  const { open, setOpen, button, frame } = useBarMenu()
  const panelId = useId()
  const { pathname } = useLocation()
  const role = useSession().user?.role
  return (
    <div className={css.root} {...frame}>
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
              <strong>{service.name}</strong> <Soon path={service.path} />
              <p>{service.line}</p>
            </ServiceLink>
          </li>
        ))}
      </ul>
    </div>
  )
}

import { useId } from 'react'
import { useSession } from '#/accounts/web/index.ts'
import { initialOf } from '#/kernel/initial.ts'
import { onDemand, useOnDemand } from '#/kernel/web/on-demand.ts'
import { PersonIcon } from './icons.tsx'
import css from './ProfileMenu.module.css'
import { useBarMenu } from './use-bar-menu.ts'

const profilePanel = onDemand(() => import('./ProfilePanel.tsx'))

/** Links to the person's settings and profiles, at every width. Loads its list when it is about to be opened. */
export function ProfileMenu() {
  const { open, setOpen, button, frame } = useBarMenu()
  const { user } = useSession()
  const panelId = useId()
  const ProfilePanel = useOnDemand(profilePanel, open)
  return (
    <div className={css.root} {...frame}>
      <button
        ref={button}
        type="button"
        className={css.button}
        aria-label="Your profile"
        aria-expanded={open}
        aria-controls={panelId}
        onPointerEnter={profilePanel.prefetch}
        onFocus={profilePanel.prefetch}
        onClick={() => setOpen(!open)}
      >
        <span className={css.face}>
          {user?.imageUrl ? (
            <img src={user.imageUrl} alt="" width={32} height={32} />
          ) : (
            initialOf(user?.name ?? '') || <PersonIcon />
          )}
        </span>
      </button>
      <div id={panelId} className={css.panel} hidden={!(open && ProfilePanel)}>
        {open && user && ProfilePanel && <ProfilePanel user={user} close={() => setOpen(false)} />}
      </div>
    </div>
  )
}

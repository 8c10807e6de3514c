import { type ComponentType, useEffect, useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import {
  ApiTokens,
  NameAndPhoto,
  OwnWaysIn,
  PasswordForm,
  Proof,
  Sessions,
  TimeZoneChoice,
} from '#/accounts/web/index.ts'
import { BlockedPeople } from '#/messaging/web/index.ts'
import { NotificationChoices } from '#/notifications/web/NotificationChoices.tsx'
import { NotificationTiming } from '#/notifications/web/NotificationTiming.tsx'
import { PushHere } from '#/notifications/web/PushHere.tsx'
import { YourData } from '#/privacy/web/YourData.tsx'
import css from './EditProfilePage.module.css'

type Section = { id: string; name: string; parts: readonly { title?: string; Part: ComponentType }[] }

/** Each section has its own URL: `/edit-profile?section=security`. The first is the default. */
const sections: readonly Section[] = [
  {
    id: 'profile',
    name: 'Profile',
    parts: [{ Part: NameAndPhoto }, { title: 'Time zone', Part: TimeZoneChoice }],
  },
  {
    id: 'security',
    name: 'Login & security',
    parts: [
      { title: 'How you log in', Part: OwnWaysIn },
      { title: 'Password', Part: PasswordForm },
      { title: 'Where you are logged in', Part: Sessions },
    ],
  },
  {
    id: 'notifications',
    name: 'Notifications',
    parts: [
      { Part: NotificationChoices },
      { title: 'Push notifications', Part: PushHere },
      { title: 'When emails come', Part: NotificationTiming },
    ],
  },
  { id: 'api', name: 'API tokens', parts: [{ Part: ApiTokens }] },
  { id: 'data', name: 'Privacy & data', parts: [{ Part: YourData }] },
]

export default function EditProfilePage() {
  const [params] = useSearchParams()
  // Google and Facebook return here; the list of ways to log in shows the result.
  const asked = params.has('by') ? 'security' : params.get('section')
  const current = sections.find(({ id }) => id === asked) ?? sections[0]!
  // Stays mounted once opened, so that typed text is neither lost nor unguarded.
  const [opened, setOpened] = useState<string[]>([])
  if (!opened.includes(current.id)) setOpened([...opened, current.id])

  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(current.id)
  useEffect(() => {
    if (shown.current === current.id) return
    shown.current = current.id
    heading.current?.focus({ preventScroll: true })
  }, [current.id])

  return (
    <div className={css.page}>
      <h1>Edit profile</h1>
      <nav aria-label="Sections of your profile" className={css.sections}>
        {sections.map(({ id, name }) => (
          <Link
            key={id}
            to={id === sections[0]!.id ? '/edit-profile' : `/edit-profile?section=${id}`}
            aria-current={id === current.id ? 'page' : undefined}
          >
            {name}
          </Link>
        ))}
      </nav>
      <div className={css.shown}>
        <h2 ref={heading} tabIndex={-1} className={css.name}>
          {current.name}
        </h2>
        {sections
          .filter(({ id }) => opened.includes(id))
          .map(({ id, name, parts }) => (
            <div key={id} hidden={id !== current.id} className={css.parts}>
              {parts.map(({ title, Part }) => (
                <section key={title ?? id} aria-label={title ?? name} className={css.part}>
                  {title && <h3>{title}</h3>}
                  <Part />
                </section>
              ))}
              {id === 'data' && <BlockedPeople className={css.part} />}
            </div>
          ))}
      </div>
      <Proof />
    </div>
  )
}

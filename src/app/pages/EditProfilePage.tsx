import { NameAndPhoto, OwnWaysIn, PasswordForm, Sessions } from '#/accounts/web/index.ts'
import { NotificationChoices } from '#/notifications/web/NotificationChoices.tsx'
import { YourData } from '#/privacy/web/YourData.tsx'
import css from './EditProfilePage.module.css'

const parts = [
  { id: 'name-and-photo', title: 'Name and photo', Part: NameAndPhoto },
  { id: 'ways-in', title: 'How you log in', Part: OwnWaysIn },
  { id: 'password', title: 'Password', Part: PasswordForm },
  { id: 'sessions', title: 'Where you are logged in', Part: Sessions },
  { id: 'notification-choices', title: 'Notification choices', Part: NotificationChoices },
  { id: 'your-data', title: 'Your data', Part: YourData },
]

/** One's own settings, part by part. Each loads and fails alone. */
export default function EditProfilePage() {
  return (
    <div className={css.page}>
      <h1>Edit profile</h1>
      {parts.map(({ id, title, Part }) => (
        <section key={id} aria-labelledby={id} className={css.part}>
          <h2 id={id}>{title}</h2>
          <Part />
        </section>
      ))}
    </div>
  )
}

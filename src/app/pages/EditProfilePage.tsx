import { NotificationChoices } from '#/notifications/web/NotificationChoices.tsx'
import { YourData } from '#/privacy/web/YourData.tsx'
import css from './EditProfilePage.module.css'

/** One's own settings, part by part. */
export default function EditProfilePage() {
  return (
    <div className={css.page}>
      <h1>Edit profile</h1>
      <section aria-labelledby="notification-choices" className={css.part}>
        <h2 id="notification-choices">Notification choices</h2>
        <NotificationChoices />
      </section>
      <section aria-labelledby="your-data" className={css.part}>
        <h2 id="your-data">Your data</h2>
        <YourData />
      </section>
    </div>
  )
}

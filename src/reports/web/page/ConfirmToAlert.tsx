import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { loginSettingsPath } from '#/accounts/rules.ts'
import { useUnconfirmed } from '#/accounts/web/index.ts'
import css from './ConfirmToAlert.module.css'

/** Tells reporters who have confirmed nothing that only a few neighbours know, and leads to confirming. */
export function ConfirmToAlert() {
  const isUnconfirmed = useUnconfirmed()
  if (!isUnconfirmed) return null
  return (
    <div role="note" className={css.note}>
      <p>
        So far, we’ve alerted only a few people nearby. Confirm your email or phone, and we’ll tell people
        nearby.
      </p>
      <Button component={Link} to={loginSettingsPath}>
        Confirm email or phone
      </Button>
    </div>
  )
}

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
        Until you’ve confirmed your email or phone, we alert only a few people nearby. Confirm one of them,
        and we’ll tell the others.
      </p>
      <Button component={Link} to={loginSettingsPath}>
        Confirm email or phone
      </Button>
    </div>
  )
}

import type { UserDetail } from '#/admin/users.ts'
import { admin, useIsAdministrator } from '#/admin/web/frame/admin.ts'
import { Decide } from '#/admin/web/frame/Decide.tsx'
import css from '#/admin/web/frame/DeskItem.module.css'
import { nameOf } from '#/admin/web/frame/words.ts'

/** Suspends, lifts a suspension (neither for support), and logs out everywhere; each asks first. */
export function UserActions({ user }: { user: UserDetail }) {
  const maySuspend = useIsAdministrator()
  const { id } = user
  const name = nameOf(user)
  return (
    <div className={css.actions}>
      {!maySuspend ? null : user.suspendedAt ? (
        <Decide
          key="lift"
          call={admin.call.liftSuspension}
          input={{ id }}
          label="Lift suspension"
          title={`Lift the suspension of ${name}?`}
          reason="none"
          color="teal"
          busy="Lifting..."
          keep="Cancel"
          told="The suspension is lifted."
          failing="toast"
        >
          <p>
            They can log in again. Records that were suspended with the account return to their previous
            state.
          </p>
        </Decide>
      ) : (
        <Decide
          key="suspend"
          call={admin.call.suspend}
          input={{ id }}
          label="Suspend"
          title={`Suspend ${name}?`}
          reasonHint="For the log; the user can’t see it."
          confirm="Suspend account"
          busy="Suspending..."
          keep="Cancel"
          told="The account is suspended and logged out everywhere."
          failing="toast"
        >
          <p>We’ll log them out at once, and they can’t log in. Their offers will no longer be listed.</p>
          <p>Their bookings stay.</p>
        </Decide>
      )}
      <Decide
        call={admin.call.endSessions}
        input={{ id }}
        label="End sessions"
        title={`Log ${name} out everywhere?`}
        reason="none"
        busy="Ending..."
        keep="Cancel"
        told="Logged out everywhere."
        failing="toast"
      >
        <p>They can log in again at once.</p>
      </Decide>
      {!maySuspend && (
        <p className={css.keptBack}>
          Only an administrator can {user.suspendedAt ? 'lift the suspension' : 'suspend this account'}.
        </p>
      )}
    </div>
  )
}

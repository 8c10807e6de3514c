import { useState } from 'react'
import { adminText } from '#/admin/text.ts'
import type { UserDetail } from '#/admin/users.ts'
import { errorCode, errorText } from '#/kernel/web/error-text.ts'
import { ConfirmButton } from '#/kernel/web/form/ConfirmButton.tsx'
import { queryClient } from '#/kernel/web/query-client.ts'
import { toast } from '#/kernel/web/toast.ts'
import { useWrite } from '#/kernel/web/write.ts'
import { admin, useIsAdministrator } from './admin.ts'
import css from './DeskItem.module.css'
import { nameOf } from './words.ts'

type Asked = 'suspend' | 'lift' | 'end'

/** Suspends, lifts a suspension (neither for support), and logs out everywhere; each asks first. */
export function UserActions({ user }: { user: UserDetail }) {
  const [asked, setAsked] = useState<Asked>()
  const close = () => setAsked(undefined)
  const suspend = useChange(admin.call.suspend, 'The account is suspended and logged out everywhere.', close)
  const lift = useChange(admin.call.liftSuspension, 'The suspension is lifted.', close)
  const end = useChange(admin.call.endSessions, 'Logged out everywhere.', close)
  const maySuspend = useIsAdministrator()
  const { id } = user
  const name = nameOf(user)
  const dialog = (which: Asked) => ({
    opened: asked === which,
    onOpen: () => setAsked(which),
    onClose: close,
    keep: 'Cancel',
  })
  return (
    <div className={css.actions}>
      {!maySuspend ? null : user.suspendedAt ? (
        <ConfirmButton
          {...dialog('lift')}
          label="Lift suspension"
          title={`Lift the suspension of ${name}?`}
          reason="none"
          color="teal"
          confirm="Lift suspension"
          busy="Lifting..."
          isBusy={lift.isPending}
          onConfirm={() => lift.mutate({ id })}
        >
          <p>
            They can log in again. Records that were suspended with the account return to their previous
            state.
          </p>
        </ConfirmButton>
      ) : (
        <ConfirmButton
          {...dialog('suspend')}
          label="Suspend"
          title={`Suspend ${name}?`}
          reason="required"
          reasonHint="For the log; the user can’t see it."
          confirm="Suspend account"
          busy="Suspending..."
          isBusy={suspend.isPending}
          onConfirm={(reason) => suspend.mutate({ id, reason })}
        >
          <p>We’ll log them out at once, and they can’t log in. Their offers will no longer be listed.</p>
          <p>Their bookings stay.</p>
        </ConfirmButton>
      )}
      <ConfirmButton
        {...dialog('end')}
        label="End sessions"
        title={`Log ${name} out everywhere?`}
        reason="none"
        confirm="End sessions"
        busy="Ending..."
        isBusy={end.isPending}
        onConfirm={() => end.mutate({ id })}
      >
        <p>They can log in again at once.</p>
      </ConfirmButton>
      {!maySuspend && (
        <p className={css.keptBack}>
          Only an administrator can {user.suspendedAt ? 'lift the suspension' : 'suspend this account'}.
        </p>
      )}
    </div>
  )
}

/** Refetches users' data after a change, and if another admin was faster. */
function useChange<Input, Output>(
  call: (input: Input, options: { context: { key: string } }) => Promise<Output>,
  told: string,
  close: () => void,
) {
  const reload = () => {
    const { user, users, log } = admin.query
    return Promise.all(
      [user, users, log].map((query) => queryClient.invalidateQueries({ queryKey: query.key() })),
    )
  }
  return useWrite(call, {
    onSuccess: async () => {
      close()
      toast({ kind: 'success', message: told })
      await reload()
    },
    onError: (error) => {
      toast({ kind: 'error', message: errorText(error, adminText) })
      if (!errorCode(error).startsWith('admin.')) return
      close()
      void reload()
    },
  })
}

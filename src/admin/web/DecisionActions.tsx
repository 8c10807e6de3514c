import { useState } from 'react'
import { adminText } from '#/admin/text.ts'
import { errorCode, errorText } from '#/kernel/web/error-text.ts'
import { ConfirmButton } from '#/kernel/web/form/ConfirmButton.tsx'
import { queryClient } from '#/kernel/web/query-client.ts'
import { toast } from '#/kernel/web/toast.ts'
import { useWrite } from '#/kernel/web/write.ts'
import type { Decision, Submission } from '#/verification/contract.ts'
import { isSeller, mayMove } from '#/verification/rules.ts'
import { verificationText } from '#/verification/text.ts'
import { admin, useIsAdministrator } from './admin.ts'
import css from './DeskItem.module.css'

type To = Decision['to']
type Words = {
  to: To
  label: string
  title: (name: string) => string
  told: string | ((isShop: boolean) => string)
  reason: 'none' | 'optional' | 'required'
  busy: string
  done: string
}

const toldText = (told: Words['told'], record: Submission['record']) =>
  typeof told === 'string' ? told : told(isSeller(record))

const decisions: readonly Words[] = [
  {
    to: 'verified',
    label: 'Verify',
    title: (name) => `Verify ${name}?`,
    told: (isShop) =>
      `${isShop ? 'Their products are on sale' : 'They’ll be listed and can be booked'} from now on. We’ll tell them in the bell and by email.`,
    reason: 'none',
    busy: 'Verifying...',
    done: 'Verified.',
  },
  {
    to: 'rejected',
    label: 'Reject',
    title: (name) => `Reject ${name}?`,
    told: 'We’ll tell them in the bell and by email. They can change the record and submit it again.',
    reason: 'required',
    busy: 'Rejecting...',
    done: 'Rejected.',
  },
  {
    to: 'suspended',
    label: 'Suspend record',
    title: (name) => `Suspend the record of ${name}?`,
    told: 'It won’t be listed any more, and they can’t submit it. Their bookings stay.',
    reason: 'required',
    busy: 'Suspending...',
    done: 'The record is suspended.',
  },
  {
    to: 'submitted',
    label: 'Lift suspension',
    title: (name) => `Lift the suspension of ${name}’s record?`,
    told: 'It will wait to be checked again.',
    reason: 'none',
    busy: 'Lifting...',
    done: 'The record is waiting to be checked again.',
  },
]

/** Explains the effect of a decision on a change to a verified record. */
const toldOfChange: Partial<Record<To, string>> = {
  verified:
    'The new facts replace the verified ones. The provider will be listed again, and we’ll tell them in the bell and by email.',
  rejected:
    'The new facts are dropped and the verified ones stay. The provider will be listed again, and we’ll tell them in the bell and by email.',
}

/** Shows the decisions that an administrator can make on a record; each asks first. */
export function DecisionActions({ submission }: { submission: Submission }) {
  const [asked, setAsked] = useState<To>()
  const mayDecide = useIsAdministrator()
  const { record, recordId, displayName, version, status, isChange } = submission
  const decide = useWrite(admin.call.decide, {
    onSuccess: async (_done, { decision }) => {
      setAsked(undefined)
      toast({ kind: 'success', message: decisions.find(({ to }) => to === decision.to)!.done })
      await reload()
    },
    onError: (error) => {
      toast({ kind: 'error', message: errorText(error, { ...adminText, ...verificationText }) })
      if (!/^(admin|verification)\./.test(errorCode(error))) return
      setAsked(undefined)
      void reload()
    },
  })
  if (!mayDecide)
    return (
      <div className={css.actions}>
        <p className={css.keptBack}>Only an administrator can decide on a record.</p>
      </div>
    )
  const send = (to: To, reason: string) => {
    const decision: Decision = to === 'verified' ? { to, version, reason: null } : { to, reason }
    decide.mutate({ record, recordId, decision })
  }
  return (
    <div className={css.actions}>
      {decisions
        .filter(({ to }) => mayMove(status, to, 'admin'))
        .map(({ to, label, title, told, reason, busy }) => (
          <ConfirmButton
            key={to}
            label={label}
            opened={asked === to}
            onOpen={() => setAsked(to)}
            onClose={() => setAsked(undefined)}
            title={title(displayName)}
            reason={reason}
            {...(reason === 'required' && { reasonHint: 'The provider will read it.' })}
            confirm={label}
            busy={busy}
            keep="Cancel"
            isBusy={decide.isPending}
            onConfirm={(given) => send(to, given)}
          >
            <p>{isChange ? (toldOfChange[to] ?? toldText(told, record)) : toldText(told, record)}</p>
          </ConfirmButton>
        ))}
    </div>
  )
}

function reload(): Promise<unknown> {
  const { queue, submission, user, users, log } = admin.query
  return Promise.all(
    [queue, submission, user, users, log].map((query) =>
      queryClient.invalidateQueries({ queryKey: query.key() }),
    ),
  )
}

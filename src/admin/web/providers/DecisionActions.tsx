import { admin, useIsAdministrator } from '#/admin/web/frame/admin.ts'
import { Decide } from '#/admin/web/frame/Decide.tsx'
import css from '#/admin/web/frame/DeskItem.module.css'
import type { Decision, Submission } from '#/verification/contract.ts'
import { isSeller, mayMove } from '#/verification/rules.ts'

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
  const mayDecide = useIsAdministrator()
  const { record, recordId, displayName, version, status, isChange } = submission
  if (!mayDecide)
    return (
      <div className={css.actions}>
        <p className={css.keptBack}>Only an administrator can decide on a record.</p>
      </div>
    )
  const decisionOf = (to: To, reason: string): Decision =>
    to === 'verified' ? { to, version, reason: null } : { to, reason }
  return (
    <div className={css.actions}>
      {decisions
        .filter(({ to }) => mayMove(status, to, 'admin'))
        .map(({ to, label, title, told, reason, busy, done }) => (
          <Decide
            key={to}
            call={admin.call.decide}
            input={(given) => ({ record, recordId, decision: decisionOf(to, given) })}
            label={label}
            title={title(displayName)}
            reason={reason}
            {...(reason === 'required' && { reasonHint: 'The provider will read it.' })}
            busy={busy}
            keep="Cancel"
            told={done}
            failing="toast"
          >
            <p>{isChange ? (toldOfChange[to] ?? toldText(told, record)) : toldText(told, record)}</p>
          </Decide>
        ))}
    </div>
  )
}

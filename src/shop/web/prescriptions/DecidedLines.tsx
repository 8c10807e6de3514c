import { formatDay } from '#/kernel/time.ts'
import type { Checked, LineState } from '#/shop/prescriptions.ts'
import css from './Prescriptions.module.css'

const stateText: Readonly<Record<LineState, string>> = {
  submitted: 'Waiting for the pharmacist',
  approved: 'Approved',
  rejected: 'Not approved',
  expired: 'Not checked in time',
}

/** Says how many refills are left after this one. */
function refillsText({ refills, refillsLeft }: Pick<Checked['lines'][number], 'refills' | 'refillsLeft'>) {
  const left = refillsLeft === null ? refills! : refillsLeft - 1
  return left > 0 && `, ${left} ${left === 1 ? 'refill' : 'refills'}`
}

/** Shows each medicine with the pharmacist's decision. `isOwnCheck`: to the pharmacist. */
export function DecidedLines({
  lines,
  isOwnCheck = false,
}: {
  lines: Checked['lines']
  isOwnCheck?: boolean
}) {
  return (
    <ul className={css.decided}>
      {lines.map(
        ({ id, name, variant, strength, asked, status, quantity, reason, batch, expiresOn, ...line }) => (
          <li key={id}>
            <strong>{name}</strong> {[...new Set([strength, variant])].filter(Boolean).join(', ')}
            <div>
              {status === 'submitted' && isOwnCheck ? 'Waiting for you' : stateText[status]}
              {status === 'approved' && `: ${quantity} of ${asked}`}
              {status === 'approved' && refillsText(line)}
              {status === 'submitted' && `: ${asked} ordered`}
            </div>
            {reason && <div>Reason: {reason}</div>}
            {batch && (
              <div>
                Batch {batch}, use before {formatDay(expiresOn!)}
              </div>
            )}
          </li>
        ),
      )}
    </ul>
  )
}

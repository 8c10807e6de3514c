import { formatDay } from '#/kernel/time.ts'
import type { Checked, LineState } from '#/shop/prescriptions.ts'
import css from './Prescriptions.module.css'

const stateText: Readonly<Record<LineState, string>> = {
  submitted: 'Waiting for the pharmacist',
  approved: 'Approved',
  rejected: 'Not approved',
  expired: 'Not checked in time',
}

/** Shows each medicine with the pharmacist's decision. */
export function DecidedLines({ lines }: { lines: Checked['lines'] }) {
  return (
    <ul className={css.decided}>
      {lines.map(
        ({ id, name, variant, strength, asked, status, quantity, refills, reason, batch, expiresOn }) => (
          <li key={id}>
            <strong>{name}</strong> {[...new Set([strength, variant])].filter(Boolean).join(', ')}
            <div>
              {stateText[status]}
              {status === 'approved' && `: ${quantity} of ${asked}`}
              {status === 'approved' &&
                refills! > 0 &&
                `, ${refills} ${refills === 1 ? 'refill' : 'refills'}`}
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

import { useState } from 'react'
import { onDemand, useOnDemand } from '#/kernel/web/on-demand.ts'
import css from './SafetyLinks.module.css'
import { useBlock } from './use-safety.ts'

type Props = { bookingId: string; trade: string; name: string; isBlocked: boolean }

const safetyDialogs = onDemand(() => import('./SafetyDialogs.tsx'))

/** Reports or blocks the other side, from a card whose two sides can message each other. */
export function SafetyLinks({ isBlocked, ...props }: Props) {
  const { bookingId, name } = props
  const [asked, setAsked] = useState<'block' | 'report'>()
  // Stays mounted once opened, so that the focus can return.
  const [wanted, setWanted] = useState(false)
  const SafetyDialogs = useOnDemand(safetyDialogs, wanted)
  const { mutate, isPending } = useBlock(bookingId)
  const link = (what: 'block' | 'report', label: string) => (
    <li>
      <button
        type="button"
        className={css.link}
        aria-label={`${label} ${name}`}
        onPointerEnter={safetyDialogs.prefetch}
        onFocus={safetyDialogs.prefetch}
        onClick={() => {
          setWanted(true)
          setAsked(what)
        }}
      >
        {label}
      </button>
    </li>
  )
  return (
    <ul className={css.links}>
      {link('report', 'Report')}
      {isBlocked ? (
        <li>
          <button
            type="button"
            className={css.link}
            aria-label={`Unblock ${name}`}
            aria-disabled={isPending}
            onClick={() => isPending || mutate({ bookingId, isBlocked: false })}
          >
            Unblock
          </button>
        </li>
      ) : (
        link('block', 'Block')
      )}
      {SafetyDialogs && <SafetyDialogs {...props} asked={asked} onClose={() => setAsked(undefined)} />}
    </ul>
  )
}

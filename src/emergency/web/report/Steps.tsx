import type { InjuredStatus } from '#/emergency/injured.ts'
import { injuredStatusText } from '#/emergency/text.ts'
import own from './Report.module.css'
import { timeText } from './use-report.ts'

type Times = {
  status: InjuredStatus
  createdAt: string
  acceptedAt: string | null
  setOutAt: string | null
  endedAt: string | null
}

/** Lists a report's steps so far, and those still ahead. */
export function Steps({ report: { status, createdAt, acceptedAt, setOutAt, endedAt } }: { report: Times }) {
  const last = status === 'closed' ? 'closed' : 'done'
  const steps = [
    { name: 'received', at: createdAt },
    { name: 'accepted', at: acceptedAt },
    { name: 'on_the_way', at: setOutAt },
    { name: last, at: endedAt },
  ] as const
  return (
    <ol className={own.timeline} aria-label="Progress">
      {steps
        .filter(({ at }) => at !== null || endedAt === null)
        .map(({ name, at }) => (
          <li key={name} data-reached={at !== null} aria-current={name === status ? 'step' : undefined}>
            <strong>{injuredStatusText[name]}</strong>
            <span className={own.line}>{at ? timeText(at) : 'not yet'}</span>
          </li>
        ))}
    </ol>
  )
}

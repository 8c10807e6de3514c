import type { PackageStatus } from '#/packages/rules.ts'
import css from './Packages.module.css'
import { statusText, statusTones } from './words.ts'

type Props = { status: PackageStatus; isUsedUp: boolean }

export function StatusLabel({ status, isUsedUp }: Props) {
  const tone = isUsedUp ? 'completed' : statusTones[status]
  return (
    <span
      className={css.chip}
      style={{ background: `var(--status-${tone}-soft)`, color: `var(--status-${tone}-text)` }}
    >
      {isUsedUp ? 'Used up' : statusText[status]}
    </span>
  )
}

import css from './Desk.module.css'
import type { ChipKind } from './words.ts'

export function Chip({ kind, children }: { kind: ChipKind; children: string }) {
  return (
    <span className={css.chip} data-kind={kind}>
      {children}
    </span>
  )
}

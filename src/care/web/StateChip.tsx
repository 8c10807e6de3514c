import type { NoteState } from '#/care/rules.ts'
import css from './StateChip.module.css'

const words: Readonly<Record<NoteState, string>> = { draft: 'Draft', signed: 'Signed', own: 'Added by owner' }

export function StateChip({ state }: { state: NoteState }) {
  return <span className={css[state]}>{words[state]}</span>
}

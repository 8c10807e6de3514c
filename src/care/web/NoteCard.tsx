import { Link } from 'react-router'
import type { NoteRow } from '#/care/notes.ts'
import { typeText } from '#/care/text.ts'
import { formatDay } from '#/kernel/time.ts'
import { noteAddress } from './addresses.ts'
import css from './NoteCard.module.css'
import { StateChip } from './StateChip.tsx'
import { byText, countText } from './words.ts'

export function NoteCard({ note }: { note: NoteRow }) {
  const { id, type, happenedOn, excerpt, medicines, vaccinations, homework, files } = note
  const holds = [
    ...vaccinations.map((name) => `${name} given`),
    homework.length > 0 && `Homework: ${homework.join(', ')}`,
    countText(medicines, 'medicine', 'medicines'),
    countText(files, 'file', 'files'),
  ].filter(Boolean)
  return (
    <article className={css.card} tabIndex={-1} aria-label={`${typeText[type]}, ${formatDay(happenedOn)}`}>
      <Link to={noteAddress.note(id)} className={css.link}>
        <span className={css.top}>
          <strong>{typeText[type]}</strong>
          <span className="tabular">{formatDay(happenedOn)}</span>
          <StateChip state={note.state} />
        </span>
        <span className={css.soft}>{byText(note)}</span>
        {excerpt && <span className={css.excerpt}>{excerpt}</span>}
        {holds.length > 0 && <span className={css.soft}>{holds.join(' · ')}</span>}
      </Link>
    </article>
  )
}

import { nationalHelplines } from '#/emergency/helplines.ts'
import { CallCard } from './CallCard.tsx'
import { Checked } from './Checked.tsx'
import css from './Emergency.module.css'

/** The numbers for the whole country. `isFirst`: nothing else on the page should be called before them. */
export function Helplines({ isFirst = false }: { isFirst?: boolean }) {
  return (
    <ul className={css.calls}>
      {nationalHelplines.map(({ name, phone, line, checkedOn, source }, index) => (
        <CallCard key={phone} name={name} phone={phone} first={isFirst && index === 0}>
          <p>{line}</p>
          <Checked on={checkedOn}>
            {' '}
            with <a href={source.url}>{source.by}</a>
          </Checked>
        </CallCard>
      ))}
    </ul>
  )
}

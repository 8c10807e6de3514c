import { nationalHelplines } from '#/emergency/helplines.ts'
import { CallCard } from './CallCard.tsx'
import { Checked } from './Checked.tsx'
import css from './Emergency.module.css'

/** The numbers for the whole country. */
export function Helplines() {
  return (
    <ul className={css.calls}>
      {nationalHelplines.map(({ name, phone, line, checkedOn, source }, index) => (
        <CallCard key={phone} name={name} phone={phone} first={index === 0}>
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

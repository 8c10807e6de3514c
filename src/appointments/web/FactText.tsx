import type { Fact } from '#/appointments/trade.ts'
import { formatPhone, telephone } from '#/kernel/phone.ts'
import css from './FactText.module.css'

export function FactText({ fact: { text, phone } }: { fact: Fact }) {
  return (
    <span className={css.text}>
      {text}
      {phone && (
        <>
          {', '}
          <a className="tabular" href={telephone(phone)}>
            {formatPhone(phone)}
          </a>
        </>
      )}
    </span>
  )
}

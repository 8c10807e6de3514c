import type { Fact } from '#/appointments/trade.ts'
import { formatPhone, telephone } from '#/kernel/phone.ts'

export function FactText({ fact: { text, phone } }: { fact: Fact }) {
  return (
    <span>
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

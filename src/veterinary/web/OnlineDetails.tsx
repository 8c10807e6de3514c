import { TextInput } from '@mantine/core'
import { MethodChoice } from '#/payments/web/index.ts'
import { contactHint } from '../contact-hint.ts'
import type { Vet } from '../contract.ts'
import { teleconsultationTerms } from '../terms.ts'
import css from './OnlineDetails.module.css'
import { PickOne } from './PickOne.tsx'

export type Online = {
  contactMethod: 'whatsapp' | 'zoom' | null
  contactLink: string
  /** The terms that were agreed to, word for word: to others, nobody has agreed. */
  agreedTo: string
  /** '': still to be chosen; null: none is needed. */
  methodId: string | null
}

export const nothingOnline: Online = { contactMethod: null, contactLink: '', agreedTo: '', methodId: '' }

type Props = {
  vet: Vet
  value: Online
  onChange(change: Partial<Online>): void
  startsAt: Date | null
}

const ways = [
  { value: 'whatsapp', label: 'WhatsApp' },
  { value: 'zoom', label: 'Zoom Meeting' },
] as const

export const costsSomething = (vet: Vet) => (vet.consultationFee?.amount ?? 0) > 0

/** Whether all that a teleconsultation needs is there. */
export function isComplete(vet: Vet, online: Online, startsAt: Date | null): boolean {
  const { contactMethod, contactLink, methodId } = online
  if (contactMethod === null || contactLink.trim() === '') return false
  return isAgreed(online, termsFor(vet, startsAt, online)) && (methodId !== '' || !costsSomething(vet))
}

const termsFor = (vet: Vet, startsAt: Date | null, { methodId }: Online) =>
  teleconsultationTerms({ ...vet, isCharged: methodId !== null }, startsAt, new Date())
const isAgreed = ({ agreedTo }: Online, terms: string[]) => agreedTo === terms.join('\n')

/** What a teleconsultation needs beside a time: how to meet, what is charged to, and the terms. */
export function OnlineDetails({ vet, value, onChange, startsAt }: Props) {
  const { contactMethod, contactLink, methodId } = value
  const terms = termsFor(vet, startsAt, value)
  const hint = contactMethod && contactHint(contactMethod, contactLink)
  return (
    <div className={css.online}>
      <div className={css.part}>
        <PickOne
          legend="Contact method"
          name="contact-method"
          options={ways}
          value={contactMethod}
          onChange={(method) => onChange({ contactMethod: method })}
        />
        {contactMethod && (
          <TextInput
            label={contactMethod === 'whatsapp' ? 'WhatsApp number' : 'Meeting link'}
            description={
              contactMethod === 'whatsapp'
                ? 'The vet calls you on this number.'
                : 'The vet may send you another link.'
            }
            placeholder={contactMethod === 'whatsapp' ? '+1234567890' : 'https://zoom.us/j/1234567890'}
            // A text, not a URL, to the browser: it would refuse what is merely doubted here.
            type={contactMethod === 'whatsapp' ? 'tel' : 'text'}
            inputMode={contactMethod === 'whatsapp' ? 'tel' : 'url'}
            autoComplete={contactMethod === 'whatsapp' ? 'tel' : 'off'}
            maxLength={500}
            value={contactLink}
            onChange={(event) => onChange({ contactLink: event.currentTarget.value })}
          />
        )}
        {hint && <p className={css.hint}>{hint}</p>}
        {costsSomething(vet) && (
          <MethodChoice
            value={methodId}
            onChange={(next) => onChange({ methodId: next })}
            what="a teleconsultation"
          />
        )}
      </div>
      <section className={css.terms} aria-labelledby="teleconsultation-terms">
        <h3 id="teleconsultation-terms">Teleconsultation terms</h3>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard */}
        <section className={css.box} aria-label="All terms" tabIndex={0}>
          <ul>
            {terms.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </section>
        <label className={css.agree}>
          <input
            type="checkbox"
            checked={isAgreed(value, terms)}
            onChange={(event) => onChange({ agreedTo: event.currentTarget.checked ? terms.join('\n') : '' })}
          />
          I agree to these terms
        </label>
      </section>
    </div>
  )
}

import { TextInput } from '@mantine/core'
import { contactHint } from '#/appointments/contact-hint.ts'
import type { ContactMethod } from '#/appointments/contract.ts'
import { contactNames } from '#/appointments/web/words.ts'
import { upperFirst } from '#/kernel/letters.ts'
import type { ClockTime } from '#/kernel/time.ts'
import { type Charging, chargeHoursBefore, isAtShortNotice, plainCharging } from '#/payments/rules.ts'
import { MethodChoice } from '#/payments/web/index.ts'
import css from './OnlineDetails.module.css'
import { costsSomething, type Offer, priceFor } from './offer.ts'
import { PickOne } from './PickOne.tsx'

export type Online = {
  contactMethod: ContactMethod | null
  contactLink: string
  /** The exact terms that were accepted, so that changed ones must be accepted again. */
  agreedTo: string
  /** '': still to be chosen; null: none is needed. */
  methodId: string | null
  /** Null if the owner pays by hand. */
  charging: Charging | null
}

export const nothingOnline: Online = {
  contactMethod: null,
  contactLink: '',
  agreedTo: '',
  methodId: '',
  charging: plainCharging,
}

type Props = {
  offer: Offer
  value: Online
  onChange(change: Partial<Online>): void
  time: Time | null
}

type Time = { startsAt: Date; startTime: ClockTime; endTime: ClockTime }

const examples: Readonly<Record<Exclude<ContactMethod, 'whatsapp'>, string>> = {
  zoom: 'https://zoom.us/j/1234567890',
  google_meet: 'https://meet.google.com/abc-defg-hij',
}

/** Tells whether everything that an online appointment needs is filled in. */
export function isComplete(offer: Offer, online: Online, time: Time | null): boolean {
  return hasContactAndTerms(offer, online, time) && (online.methodId !== '' || !costsSomething(offer))
}

/** Tells whether everything except the payment method is filled in. */
export function hasContactAndTerms(offer: Offer, online: Online, time: Time | null): boolean {
  const { contactMethod, contactLink } = online
  if (contactMethod === null || contactLink.trim() === '') return false
  return isAgreed(online, termsFor(offer, time, online))
}

const termsFor = (offer: Offer, time: Time | null, { charging }: Online) =>
  offer.terms(time?.startsAt ?? null, charging, priceFor(offer, time))
const isAgreed = ({ agreedTo }: Online, terms: string[]) => agreedTo === terms.join('\n')

/** Asks for the details of an online appointment: a way to meet, a payment method and the terms. */
export function OnlineDetails({ offer, value, onChange, time }: Props) {
  const { words, ways } = offer
  const { contactMethod, contactLink, methodId } = value
  const terms = termsFor(offer, time, value)
  const hint = contactMethod && contactHint(contactMethod, contactLink)
  const isNumber = contactMethod === 'whatsapp'
  // A trade's own sentence names the usual time of the charge, which has passed for an appointment that begins soon.
  const saysWhen =
    value.charging?.hoursBefore === chargeHoursBefore && !(time && isAtShortNotice(time.startsAt, new Date()))
  return (
    <div className={css.online}>
      <div className={css.part}>
        <PickOne
          legend="Contact method"
          name="contact-method"
          options={ways.map((way) => ({ value: way, label: contactNames[way] }))}
          value={contactMethod}
          onChange={(method) => onChange({ contactMethod: method })}
        />
        {contactMethod && (
          <TextInput
            label={isNumber ? 'WhatsApp number' : 'Meeting link'}
            description={
              isNumber
                ? `The ${words.short} calls you on this number.`
                : `The ${words.short} may send you another link.`
            }
            placeholder={contactMethod === 'whatsapp' ? '+1234567890' : examples[contactMethod]}
            // A text input, because a URL input would reject values that only get a warning here.
            type={isNumber ? 'tel' : 'text'}
            inputMode={isNumber ? 'tel' : 'url'}
            autoComplete={isNumber ? 'tel' : 'off'}
            maxLength={500}
            value={contactLink}
            onChange={(event) => onChange({ contactLink: event.currentTarget.value })}
          />
        )}
        {hint && <p className={css.hint}>{hint}</p>}
        {costsSomething(offer) && (
          <MethodChoice
            value={methodId}
            amount={priceFor(offer, time)?.amount ?? 0}
            onChange={(next, charging) => onChange({ methodId: next, charging })}
            what={words.onlineOne}
          />
        )}
      </div>
      <section className={css.terms} aria-labelledby="online-terms">
        <h3 id="online-terms">{upperFirst(words.online)} terms</h3>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls has to be reached by keyboard */}
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
          {(saysWhen && words.agreement) || 'I agree to these terms'}
        </label>
      </section>
    </div>
  )
}

import { findContact, findRisk, hasLink } from '#/kernel/contact.ts'

/** Texts that everyone can read, by field. */
type Texts<Field extends string> = Partial<Record<Field, string | null | undefined>>

/** Fields that name places: their PIN codes and house numbers aren't login codes. */
const places: readonly string[] = ['area', 'place']

const entriesOf = <Field extends string>(texts: Texts<Field>) =>
  (Object.entries(texts) as [Field, string | null | undefined][]).filter(
    (entry): entry is [Field, string] => typeof entry[1] === 'string',
  )

/** Returns the fields with a link, which nobody may publish in a report: swindlers ask for payments on pages of theirs. */
export const linkedFields = <Field extends string>(texts: Texts<Field>): Field[] =>
  entriesOf(texts).flatMap(([field, text]) => (hasLink(text) ? [field] : []))

/** Tells whether a writer's name passes for a contact: such names stay from before they were refused. */
export const isRiskyName = (name: string): boolean => hasLink(name) || findContact(name) !== null

/** Tells whether readers deserve a warning: a text has a payment id, a phone number, an email address or a code. */
export const deservesWarning = (texts: Texts<string>): boolean =>
  entriesOf(texts).some(([field, text]) => (places.includes(field) ? findContact : findRisk)(text) !== null)

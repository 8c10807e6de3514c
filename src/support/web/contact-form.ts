import { keep, readKept } from '#/kernel/web/kept.ts'
import { type ContactTopic, isEmail, isPhone, messageLimits } from '#/support/rules.ts'

export type ContactField = 'name' | 'email' | 'phone' | 'topic' | 'message'
export type ContactDraft = Record<ContactField, string>
export type Problems = Partial<Record<ContactField, string>>

export const emptyDraft: ContactDraft = { name: '', email: '', phone: '', topic: '', message: '' }

/** Returns the problems by field, in the order of the form. */
export function problemsOf(draft: ContactDraft): Problems {
  const { name, email, phone, topic, message } = trimmed(draft)
  const problems: Problems = {}
  if (!name) problems.name = 'Please tell us your name.'
  else if (name.length > messageLimits.name)
    problems.name = `Please use at most ${messageLimits.name} characters.`
  if (!email && !phone) problems.email = 'Please give an email address or a phone number.'
  else if (email && !isEmail(email)) problems.email = 'This doesn’t look like an email address.'
  if (phone && !isPhone(phone)) problems.phone = 'This doesn’t look like a phone number.'
  if (!topic) problems.topic = 'Please choose what it’s about.'
  if (message.length < messageLimits.shortest)
    problems.message = `Please write at least ${messageLimits.shortest} characters.`
  else if (message.length > messageLimits.longest)
    problems.message = `Please write at most ${messageLimits.longest} characters. You have ${message.length}.`
  return problems
}

export function messageOf(draft: ContactDraft, website: string) {
  const { topic, ...texts } = trimmed(draft)
  return { ...texts, topic: topic as ContactTopic, ...(website && { website }) }
}

function trimmed(draft: ContactDraft): ContactDraft {
  return Object.fromEntries(
    Object.entries(draft).map(([field, text]) => [field, text.trim()]),
  ) as ContactDraft
}

/** Reads text typed before hydration. */
export function draftIn(form: HTMLFormElement): Partial<ContactDraft> {
  return filledFields([...new FormData(form)])
}

function filledFields(entries: [string, unknown][]): Partial<ContactDraft> {
  return Object.fromEntries(
    entries.filter(([field, text]) => field in emptyDraft && typeof text === 'string' && text !== ''),
  )
}

const storageKey = 'pawfolk-contact-draft'

/** Restores this tab's unsent text after a wrong click or a reload. */
export function keptDraft(): Partial<ContactDraft> {
  return filledFields(Object.entries(readKept(storageKey)))
}

export function keepDraft(draft: Partial<ContactDraft>): void {
  keep(storageKey, Object.keys(draft).length > 0 ? draft : null)
}

import { findContact, findRisk, hasLink } from '#/kernel/contact.ts'
import { asSentence } from '#/kernel/sentence.ts'
import { isBeforeContact, reportTrade, type Standing } from './rules.ts'

/** Tells whether a message deserves a warning first: early contact details, and about a pet report also codes. */
export const isRisky = ({ trade, phase }: Pick<Standing, 'trade' | 'phase'>, text: string): boolean =>
  trade === reportTrade ? findRisk(text) !== null : isBeforeContact(phase) && findContact(text) !== null

/** Returns somebody's reason as a sentence for a notice, or where to read it if it has a link, because mails go out in our name. */
export const reasonSentence = (reason: string, place: string): string =>
  hasLink(reason) ? `You’ll find the reason on ${place}.` : `Reason: ${asSentence(reason)}`

/** Returns typed text as one quoted line, so that it can't pass for our own words in a mail; null with a link in it. */
export const quotedLine = (text: string): string | null =>
  hasLink(text) ? null : `“${text.replaceAll(/\s+/g, ' ').trim()}”`

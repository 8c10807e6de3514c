import { findContact, hasLink } from './contact.ts'

/** Letters and digits of other scripts that look like Latin ones; `i`, `l` and `1` are one. */
const alike: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'l',
  '3': 'e',
  '4': 'a',
  '5': 's',
  i: 'l',
  '|': 'l',
  '@': 'a',
  $: 's',
  а: 'a',
  в: 'b',
  е: 'e',
  к: 'k',
  м: 'm',
  н: 'h',
  о: 'o',
  р: 'p',
  с: 'c',
  т: 't',
  у: 'y',
  х: 'x',
  і: 'l',
  ѕ: 's',
  ӏ: 'l',
  ԝ: 'w',
  ѡ: 'w',
  α: 'a',
  ε: 'e',
  ι: 'l',
  κ: 'k',
  ν: 'v',
  ο: 'o',
  ρ: 'p',
  ω: 'w',
}

/** 'P.á.w F0lk' becomes 'pawfolk'. */
const lookOf = (text: string): string =>
  [...text.normalize('NFKD').toLowerCase()]
    .map((letter) => alike[letter] ?? letter)
    .join('')
    .replace(/[^\p{L}\p{N}]/gu, '')

/** A shorter name may be a part of people's: 'Pets' is in 'Petsy'. */
const shortestWithin = 6
const roles = /^(?:the)?(?:support|team|help|helpdesk|admln|care|offlclal|servlce|staff|payments?|refunds?)?$/

/**
 * Tells whether nobody may bear a name, because it would pass for a contact or for the operator in our own mails and pages: one
 * with a link, a payment id, an address or a number, or that reads like the product's name.
 */
export function isRefusedName(name: string, product: string): boolean {
  if (hasLink(name) || findContact(name) !== null) return true
  const [look, ours] = [lookOf(name), lookOf(product)]
  if (ours === '' || !look.includes(ours)) return false
  return ours.length >= shortestWithin || roles.test(look.replace(ours, ''))
}

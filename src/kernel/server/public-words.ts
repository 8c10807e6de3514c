import { findContact, hasLink } from '#/kernel/contact.ts'
import { refuseRequest } from '#/kernel/errors.ts'
import { isRefusedName } from '#/kernel/public-names.ts'
import type { Config } from './config.ts'

/** @throws request.name_refused for a name that would pass for a contact or for the operator */
export function expectName(
  name: string | null | undefined,
  { PRODUCT_NAME }: Pick<Config, 'PRODUCT_NAME'>,
): void {
  if (name && isRefusedName(name, PRODUCT_NAME)) refuseRequest('request.name_refused')
}

/** @throws request.links_refused for a text that everyone can read and that has a link */
export function expectNoLinks(text: string | null | undefined): void {
  if (text && hasLink(text)) refuseRequest('request.links_refused')
}

/** @throws request.links_refused for a link or a payment id in a provider's text about themselves */
export function expectPlainBio(text: string | null | undefined): void {
  if (text && (hasLink(text) || findContact(text) === 'upi')) refuseRequest('request.links_refused')
}

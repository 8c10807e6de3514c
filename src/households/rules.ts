export const householdLimits = {
  /** Members and open invitations of one household. */
  members: 10,
  /** Households that one person helps. */
  households: 5,
  /** Pets shared with one member. */
  pets: 100,
  linkDays: 14,
  /** Ended rows are kept this long, and the same owner can't invite a person who declined again. */
  keptDays: 30,
  /** Mails of one invitation, with those sent again. */
  mails: 3,
  /** Invitations of one owner to one address, within `keptDays`. */
  toOneAddress: 3,
} as const

/** Invitation mails in a day: of one owner, and to one address from all owners. */
export const mailsADay = { ofOwner: 10, toAddress: 3 } as const

export const householdRates = {
  change: { max: 120, windowSeconds: 3600 },
  /** By network. */
  read: { max: 60, windowSeconds: 600 },
} as const

export const invitationStates = ['open', 'used', 'expired', 'withdrawn', 'declined'] as const
export type InvitationState = (typeof invitationStates)[number]

/** A link's token, as it stands in the address. */
export const tokenPattern = /^[\w-]{43}$/

export const invitePath = (token: string): `/${string}` => `/invite/${token}`

/** Returns the address without its tag: many mailboxes get mails to 'ravi+1@example.org' as 'ravi@example.org'. */
export const mailboxOf = (email: string): string => email.replace(/\+[^@]*@/, '@')

/** Returns an address that tells its owner which one it is, and nobody else: 'r•••@example.org'. */
export const hintOf = (email: string): string => `${email[0]}•••${email.slice(email.indexOf('@'))}`

/**
 * Returns the name of an inviter for a stranger. People choose their names, so one that could be read as a link, a number
 * to call or the product's own name is left out.
 */
export function nameForStranger(name: string, product: string): string {
  const isPlain =
    name.length <= 60 && /^(?:[\p{L}\p{M}’'. -]|\u200c|\u200d)+$/u.test(name) && !/\.\S/.test(name)
  const isOurs = lettersOf(product) !== '' && lettersOf(name).includes(lettersOf(product))
  // 'Рawfolk' with a Cyrillic letter looks the same.
  const isMixed = /\p{Script=Latin}/u.test(name) && /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(name)
  return isPlain && !isOurs && !isMixed && name.trim() !== '' ? name : 'A pet owner'
}

/** 'P.á.w Folk' is 'pawfolk'. */
const lettersOf = (text: string): string => text.normalize('NFKD').replace(/\P{L}/gu, '').toLowerCase()

export const householdLimits = {
  /** Members and open invitations of one household. */
  members: 10,
  /** Households that one person helps. */
  households: 5,
  /** Pets shared with one member. */
  pets: 100,
  linkDays: 14,
  /** How long ended rows are kept. That long, a person who declined isn't invited again by the same owner. */
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

/** Returns an address that tells its owner which one it is, and nobody else: 'r•••@example.org'. */
export const hintOf = (email: string): string => `${email[0]}•••${email.slice(email.indexOf('@'))}`

/**
 * Returns the name of an inviter for a mail to a stranger. A name that could be read as a link or a number to call is
 * left out, because people choose their names.
 */
export function nameForStranger(name: string): string {
  const isPlain =
    name.length <= 60 && /^(?:[\p{L}\p{M}’'. -]|\u200c|\u200d)+$/u.test(name) && !/\.\S/.test(name)
  return isPlain && name.trim() !== '' ? name : 'A pet owner'
}

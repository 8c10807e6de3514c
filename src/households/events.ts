/** Announces what happened between an owner and a caregiver; `by` caused it, `to` is told. */
export type HouseholdChanged = {
  name: 'households.changed'
  data: {
    id: string
    what: 'joined' | 'declined' | 'left' | 'removed' | 'shared'
    by: string | null
    to: string
    /** Tells changes of the same kind apart. */
    at: string
  }
}

/** Announces an invitation to an address that the account `to` has confirmed. */
export type HouseholdInvited = {
  name: 'households.invited'
  data: { to: string; by: string; inviter: string; token: string }
}

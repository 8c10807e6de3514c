/** Announced when a deletion's grace period is over: domains end everything still ahead for this person. */
export type AccountClosing = { name: 'accounts.closing'; data: { userId: string } }

/** Announced when a person is suspended: they can do nothing, and nothing is charged to or paid out to them. */
export type AccountSuspended = { name: 'accounts.suspended'; data: { userId: string; at: string } }

export type SuspensionLifted = { name: 'accounts.suspension_lifted'; data: { userId: string; at: string } }

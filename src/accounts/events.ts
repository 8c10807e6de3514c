/** The days to change one's mind are over: whatever is still to come with this person has to end now. */
export type AccountClosing = { name: 'accounts.closing'; data: { userId: string } }

/** Somebody's account was suspended: they can do nothing, and nothing is charged to or paid out to them. */
export type AccountSuspended = { name: 'accounts.suspended'; data: { userId: string; at: string } }

export type SuspensionLifted = { name: 'accounts.suspension_lifted'; data: { userId: string; at: string } }

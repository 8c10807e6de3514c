/** The days to change one's mind are over: whatever is still to come with this person has to end now. */
export type AccountClosing = { name: 'accounts.closing'; data: { userId: string } }

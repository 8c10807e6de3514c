/** An unpaid purchase lapses after this long. */
export const minutesToPayPackage = 30
/** An owner may return a package for this many days after paying. */
export const returnDays = 14
/** A session given back through the trainer's fault can be used for at least this long. */
export const extraDays = 14
/** Owners with sessions left are reminded this many days before the package expires. */
export const reminderDays = [14, 3] as const

/** A session that its owner cancels at least this many hours before the start goes back to its package. */
export const sessionBackHours = 24

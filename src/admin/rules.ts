/** Support can't use endpoints that the contract reserves for administrators. */
export const adminRoles = ['admin', 'support'] as const
export type AdminRole = (typeof adminRoles)[number]

export const adminPasswordMinimum = 12

/** Minutes without a call after which a session ends. */
export const idleMinutes = 30

/** Hours after which even an active session ends. */
export const longestHours = 12

export const reasonMaximum = 500

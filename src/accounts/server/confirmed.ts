import { sql } from 'kysely'

/** Tells whether a user has confirmed an email or a phone number, which takes more than a sign-up. `user`: the alias of `users`. */
export const isConfirmed = (user: string) => sql<boolean>`has_confirmed_contact(${sql.ref(`${user}.id`)})`

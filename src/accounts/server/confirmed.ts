import { sql } from 'kysely'

/** Tells whether a user has confirmed an email or a phone number, which takes more than a sign-up. `user`: the alias of `users`. */
export const isConfirmed = (user: string) => sql<boolean>`(${sql.ref(`${user}.email_verified`)}
  or exists (select from accounts where user_id = ${sql.ref(`${user}.id`)} and provider_id = 'phone'))`

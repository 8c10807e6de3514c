import { useQuery } from '@tanstack/react-query'
import { accounts } from './accounts.ts'

/** Tells whether neither the email address nor a phone number is confirmed; false until it is known. */
export function useUnconfirmed(): boolean {
  const { data } = useQuery(accounts.query.ownWaysIn.queryOptions({}))
  return data !== undefined && data.phoneNumber === null && !(data.email && data.emailConfirmed)
}

import { useQuery } from '@tanstack/react-query'
import { booking } from './booking.ts'

/** The trades the caller keeps a calendar in, and whether it has any hours. */
export const useCalendars = (enabled: boolean) =>
  useQuery({ ...booking.query.calendars.queryOptions(), enabled })

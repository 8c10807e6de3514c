import { useQuery } from '@tanstack/react-query'
import { booking } from './booking.ts'

export const useCalendars = (enabled: boolean) =>
  useQuery({ ...booking.query.calendars.queryOptions(), enabled })

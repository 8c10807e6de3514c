import { type Reader, timeFor } from '#/kernel/reader-time.ts'
import type { AppointmentRow } from './queries.ts'

type Row = Pick<AppointmentRow, 'starts_at' | 'time_zone' | 'is_online'>
type Lasting = Row & Pick<AppointmentRow, 'ends_at' | 'nights'>

/** Formats an appointment's time for one reader; `at` is an earlier time, if it was moved. */
export function whenOf(row: Row, reader: Reader, at = row.starts_at): string {
  const kind = row.is_online ? 'online' : 'in-person'
  return timeFor(reader, at, { zone: row.time_zone, kind })
}

/** Returns 'on Mon, 2 Nov 2026, 10:00', or 'from … to …' for a stay. */
export function onWhen(row: Lasting, reader: Reader): string {
  const start = whenOf(row, reader)
  return row.nights === null ? `on ${start}` : `from ${start} to ${whenOf(row, reader, row.ends_at)}`
}

/** Formats a deadline or the moment of a charge for one reader. */
export function momentOf(row: Row, reader: Reader, at: Date): string {
  return timeFor(reader, at, { zone: row.time_zone, kind: 'moment' })
}

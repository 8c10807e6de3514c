import { type Reader, timeFor } from '#/kernel/reader-time.ts'
import type { AppointmentRow } from './queries.ts'

type Row = Pick<AppointmentRow, 'starts_at' | 'time_zone' | 'is_online'>

/** When an appointment is, or was before it was moved, as one reader is told. */
export function whenOf(row: Row, reader: Reader, at = row.starts_at): string {
  const kind = row.is_online ? 'online' : 'in-person'
  return timeFor(reader, at, { zone: row.time_zone, kind })
}

/** By when, or at which moment, something about an appointment happens: a deadline, a charge. */
export function momentOf(row: Row, reader: Reader, at: Date): string {
  return timeFor(reader, at, { zone: row.time_zone, kind: 'moment' })
}

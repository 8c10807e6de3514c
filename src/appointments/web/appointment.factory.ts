import type { z } from 'zod'
import { made, newId } from '#/app/testing/browser/made.ts'
import type { AppointmentStatus, Phase } from '#/appointments/rules.ts'
import {
  appointmentPetSchema,
  appointmentProvider,
  listedAppointmentSchema,
  listedVisitSchema,
} from '#/appointments/shapes.ts'
import { MINUTE } from '#/kernel/duration.ts'
import { clockOf, dayOf, minuteOf } from '#/kernel/time.ts'

type Time = { startsAt: Date; minutes?: number }
type Fields<Schema extends z.ZodType> = Partial<z.input<Schema>> & Time

const phaseOf: Readonly<Record<AppointmentStatus, Phase>> = {
  pending: 'asked',
  confirmed: 'agreed',
  completed: 'done',
  cancelled: 'off',
  declined: 'off',
  expired: 'off',
  no_show: 'done',
}

/** The fields that follow from the time and the status. */
function shared({
  startsAt,
  minutes = 30,
  timeZone = 'Asia/Kolkata',
  status = 'pending',
}: Time & { timeZone?: string | undefined; status?: AppointmentStatus | undefined }) {
  const endsAt = new Date(startsAt.getTime() + minutes * MINUTE)
  return {
    id: newId(),
    trade: 'veterinary' as const,
    title: 'Vet visit',
    noun: 'visit',
    providerNoun: 'vet',
    status,
    phase: phaseOf[status],
    startsAt,
    endsAt,
    firstStartsAt: startsAt,
    timeZone,
    date: dayOf(startsAt, timeZone),
    startTime: clockOf(minuteOf(startsAt, timeZone)),
    endTime: clockOf(minuteOf(endsAt, timeZone) || 24 * 60),
    reasonLabel: 'Reason',
    reschedules: 0,
    proposal: null,
    proposals: 0,
    nights: null,
    price: { amount: 50_000, currency: 'INR' },
  }
}

export const makeAppointmentsPet = (name: string, fields = {}) =>
  made(appointmentPetSchema, { id: newId(), name, species: 'dog', ...fields })

export const makeVetOf = (fields: Partial<z.input<typeof appointmentProvider>> = {}) =>
  made(appointmentProvider, {
    id: newId(),
    name: 'Dr. Leela Menon',
    fullName: 'Leela Menon',
    bookingPath: '/services/book-a-vet?vet=leela',
    ...fields,
  })

/** Makes an appointment as its owner's list has it. */
export const makeBooking = ({ minutes, ...fields }: Fields<typeof listedAppointmentSchema>) =>
  made(listedAppointmentSchema, {
    ...shared({ ...fields, ...(minutes && { minutes }) }),
    provider: makeVetOf(),
    ...fields,
  })

/** Makes an appointment as its provider's list has it. */
export const makeVisit = ({
  minutes,
  ownerName = 'Asha Verma',
  ...fields
}: Fields<typeof listedVisitSchema> & { ownerName?: string }) =>
  made(listedVisitSchema, {
    ...shared({ ...fields, ...(minutes && { minutes }) }),
    owner: { name: ownerName, email: null, phone: null },
    ...fields,
  })

export const pageOf = <Row>(...rows: Row[]) => ({ rows, nextCursor: null })

/** The answer to a move. */
export const moved = (id: string, status: AppointmentStatus) => ({ id, status })

import { confirmEmail } from '#/accounts/server/confirmed.factory.ts'
import type { RefundPolicy } from '#/appointments/refunds.ts'
import type { AppointmentStatus } from '#/appointments/rules.ts'
import { makeAppointmentRow } from '#/appointments/server/appointment.factory.ts'
import { hoursInWords } from '#/booking/hours-in-words.ts'
import { DAY, MINUTE } from '#/kernel/duration.ts'
import type { Db } from '#/kernel/server/db.ts'
import { newId } from '#/kernel/server/new-id.ts'
import { type ClockTime, type Day, dayOf, type Weekday } from '#/kernel/time.ts'
import { type homeKinds, type PetSize, petSizes, type Service, services } from '#/sitting/rules.ts'

export type SitterInput = {
  userId: string
  fullName?: string
  location?: string | null
  services?: readonly Service[]
  hourlyRate?: number | null
  nightlyRate?: number | null
  experienceYears?: number | null
  maxPets?: number
  sizes?: readonly PetSize[]
  homeKind?: (typeof homeKinds)[number]
  hasGarden?: boolean
  hasOwnPets?: boolean
  hasChildren?: boolean
  isSmokeFree?: boolean
  bio?: string | null
  imageUrl?: string | null
  photos?: readonly string[]
  policy?: RefundPolicy
  timeZone?: string
  noticeMinutes?: number
  verificationStatus?: 'draft' | 'submitted' | 'verified' | 'rejected' | 'suspended'
  holidays?: readonly { start: Day; end: Day; reason?: string }[]
  /** The same on each of the days; none by default, so that any time can be asked for. */
  hours?: { days: readonly Weekday[]; start: ClockTime; end: ClockTime }
}

/** Makes a listed sitter, by default for all services and sizes, and returns their id. */
export async function makeSitter(db: Db, input: SitterInput): Promise<string> {
  const id = newId<'sitter'>()
  await confirmEmail(db, input.userId)
  const { verificationStatus = 'draft' } = input
  await db
    .insertInto('pet_sitters')
    .values({
      id,
      user_id: input.userId,
      full_name: input.fullName ?? 'Leela Rao',
      location: input.location === undefined ? 'Indiranagar, Bengaluru' : input.location,
      services: [...(input.services ?? services)],
      hourly_rate: input.hourlyRate === undefined ? 20_000 : input.hourlyRate,
      nightly_rate: input.nightlyRate ?? null,
      experience_years: input.experienceYears === undefined ? 3 : input.experienceYears,
      max_pets: input.maxPets ?? 3,
      sizes_accepted: [...(input.sizes ?? petSizes)],
      home_kind: input.homeKind ?? null,
      has_garden: input.hasGarden ?? false,
      has_own_pets: input.hasOwnPets ?? false,
      has_children: input.hasChildren ?? false,
      is_smoke_free: input.isSmokeFree ?? false,
      bio: input.bio ?? null,
      profile_image_url: input.imageUrl ?? null,
      photos: [...(input.photos ?? [])],
      cancellation_policy: input.policy ?? 'standard',
      ...(input.timeZone && { time_zone: input.timeZone }),
      ...(input.noticeMinutes !== undefined && { minimum_notice_minutes: input.noticeMinutes }),
      verification_status: verificationStatus,
      submitted_at: verificationStatus === 'submitted' ? new Date() : null,
      facts_verified_at: verificationStatus === 'verified' ? new Date() : null,
    })
    .execute()
  if (input.hours) await addHours(db, id, input.hours)
  for (const { start, end, reason = null } of input.holidays ?? [])
    await db
      .insertInto('pet_sitter_holidays')
      .values({ id: newId(), pet_sitter_id: id, start_date: start, end_date: end, reason })
      .execute()
  return id
}

async function addHours(db: Db, id: string, { days, start, end }: NonNullable<SitterInput['hours']>) {
  const ranges = [{ startTime: start, endTime: end }]
  await db
    .updateTable('pet_sitters')
    .set({ availability: hoursInWords(days.map((day) => ({ day, isOpen: true, ranges }))) })
    .where('id', '=', id)
    .execute()
  for (const day of days)
    await db
      .insertInto('pet_sitter_schedules')
      .values({ id: newId(), pet_sitter_id: id, day_of_week: day, start_time: start, end_time: end })
      .execute()
}

export type SittingInput = {
  ownerId: string
  sitterId: string
  startsAt: Date
  minutes?: number
  service?: Service
  status?: AppointmentStatus
  petIds?: readonly string[]
  price?: number
  reason?: string | null
  bookedAt?: Date
  cancelledBy?: 'owner' | 'provider' | 'system' | null
  /** Above 1 if another booking at that time takes the first places. */
  firstPlace?: number
}

/** Makes a request of one day with its appointment in any status, accepted unless it is pending, and returns its id. */
export async function makeSittingRequest(db: Db, input: SittingInput): Promise<string> {
  const {
    ownerId,
    sitterId,
    startsAt,
    minutes = 480,
    service = 'day-care',
    status = 'confirmed',
    petIds = [],
  } = input
  const isAccepted = status !== 'pending' && status !== 'declined' && status !== 'expired'
  const timeZone = 'Asia/Kolkata'
  const at = input.bookedAt ?? new Date(startsAt.getTime() - 3 * DAY)
  const { petIds: _, ...rest } = { ...input, petIds }
  const appointmentId = await makeAppointmentRow(db, {
    ...rest,
    providerId: sitterId,
    minutes,
    status,
    petIds,
    price: input.price ?? 160_000,
    bookedAt: at,
    places: isAccepted ? Math.max(1, petIds.length) : 0,
  })
  const id = newId()
  const clock = (instant: Date) =>
    new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }).format(instant)
  const endsAt = new Date(startsAt.getTime() + minutes * MINUTE)
  const [startDate, endDate] = [dayOf(startsAt, timeZone), dayOf(endsAt, timeZone)]
  await db
    .insertInto('sitting_requests')
    .values({
      id,
      batch_id: newId(),
      pet_owner_id: ownerId,
      sitter_id: sitterId,
      service_type: service,
      schedule_type: 'one-time',
      start_date: startDate,
      end_date: service === 'hostel-checkin' ? endDate : null,
      start_time: clock(startsAt),
      end_time: clock(endsAt),
      time_zone: timeZone,
      hourly_rate: 20_000,
      emergency_name: 'Kavya Verma',
      emergency_phone: '+919810012345',
      accepted_at: isAccepted ? at : null,
      created_at: at,
    })
    .execute()
  await db
    .insertInto('sitting_details')
    .values({ appointment_id: appointmentId, request_id: id, day: startDate, is_asking: true })
    .execute()
  return id
}

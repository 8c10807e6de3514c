import type { RefundPolicy } from '#/appointments/refunds.ts'
import type { Db } from '#/kernel/server/db.ts'
import { newId } from '#/kernel/server/new-id.ts'
import type { Day, Weekday } from '#/kernel/time.ts'
import { WEEKDAYS, weekdayOf } from '#/kernel/time.ts'
import type { VerificationStatus } from '#/verification/rules.ts'

export type HoursInput = {
  days?: readonly Weekday[]
  date?: Day
  isAvailable?: boolean
  start?: string
  end?: string
  slotMinutes?: number
  breaks?: { start: string; end: string; reason?: string }[]
}

export type VetInput = {
  userId: string
  fullName: string
  specialization?: string
  location?: string
  availability?: string | null
  phoneNumber?: string | null
  licenseId?: string
  registrationCouncil?: string | null
  consultationFee?: number | null
  refundPolicy?: RefundPolicy
  bio?: string | null
  imageUrl?: string | null
  timeZone?: string
  minimumNoticeMinutes?: number
  bufferMinutes?: number
  verificationStatus?: VerificationStatus
  teleconsultation?: boolean
  hours?: HoursInput[]
  holidays?: { start: Day; end: Day; reason?: string }[]
}

const weekdays: readonly Weekday[] = WEEKDAYS.filter((day) => day !== 'sunday')

/**
 * Makes a verified vet and returns their id. They work in half hours, by default Monday to Saturday, 09:00 to
 * 17:00.
 */
export async function makeVet(db: Db, input: VetInput): Promise<string> {
  const id = newId<'vet'>()
  await db
    .insertInto('veterinary_doctors')
    .values({
      id,
      user_id: input.userId,
      full_name: input.fullName,
      specialization: input.specialization ?? 'General practice',
      location: input.location ?? 'Bengaluru',
      availability: input.availability ?? null,
      phone_number: input.phoneNumber ?? '+918040001234',
      license_id: input.licenseId ?? `KVC/${id.slice(-6)}`,
      registration_council: input.registrationCouncil ?? null,
      consultation_fee: input.consultationFee === undefined ? 60_000 : input.consultationFee,
      refund_policy: input.refundPolicy ?? 'standard',
      bio: input.bio ?? null,
      offers_teleconsultation: input.teleconsultation ?? false,
      profile_image_url: input.imageUrl ?? null,
      time_zone: input.timeZone ?? 'Asia/Kolkata',
      minimum_notice_minutes: input.minimumNoticeMinutes ?? 60,
      buffer_minutes: input.bufferMinutes ?? 0,
      verification_status: input.verificationStatus ?? 'verified',
      submitted_at: input.verificationStatus === 'submitted' ? new Date() : null,
    })
    .execute()
  for (const hours of input.hours ?? [{}]) await addHours(db, id, hours)
  for (const { start, end, reason } of input.holidays ?? []) await addHoliday(db, id, start, end, reason)
  return id
}

export async function addHours(db: Db, vetId: string, input: HoursInput): Promise<string[]> {
  const days = input.date ? [weekdayOf(input.date)] : (input.days ?? weekdays)
  const ids: string[] = []
  for (const day of days) {
    const id = newId<'schedule'>()
    ids.push(id)
    await db
      .insertInto('veterinary_schedules')
      .values({
        id,
        veterinary_id: vetId,
        day_of_week: day,
        schedule_date: input.date ?? null,
        is_available: input.isAvailable ?? true,
        start_time: input.start ?? '09:00',
        end_time: input.end ?? '17:00',
        slot_duration_minutes: input.slotMinutes ?? 30,
      })
      .execute()
    for (const { start, end, reason } of input.breaks ?? []) {
      await db
        .insertInto('veterinary_breaks')
        .values({ id: newId(), schedule_id: id, start_time: start, end_time: end, reason: reason ?? null })
        .execute()
    }
  }
  return ids
}

export async function addHoliday(
  db: Db,
  vetId: string,
  start: Day,
  end: Day,
  reason?: string,
): Promise<void> {
  await db
    .insertInto('veterinary_holidays')
    .values({ id: newId(), veterinary_id: vetId, start_date: start, end_date: end, reason: reason ?? null })
    .execute()
}

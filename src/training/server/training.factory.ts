import { confirmEmail } from '#/accounts/server/confirmed.factory.ts'
import type { RefundPolicy } from '#/appointments/refunds.ts'
import { type AppointmentInput, makeAppointmentRow } from '#/appointments/server/appointment.factory.ts'
import { priceFor } from '#/kernel/money.ts'
import type { Db } from '#/kernel/server/db.ts'
import { newId } from '#/kernel/server/new-id.ts'
import type { ClockTime, Day, Weekday } from '#/kernel/time.ts'
import { WEEKDAYS } from '#/kernel/time.ts'
import { type SessionType, type Specialization, specializations } from '#/training/rules.ts'

export type TrainerHours = {
  days?: readonly Weekday[]
  start: ClockTime
  end: ClockTime
  breaks?: { start: ClockTime; end: ClockTime; reason?: string }[]
}

export type TrainerInput = {
  userId: string
  fullName?: string
  location?: string | null
  hourlyRate?: number
  yearsExperience?: number | null
  offersInPerson?: boolean
  offersOnline?: boolean
  comesToOwner?: boolean
  refundPolicy?: RefundPolicy
  specializations?: readonly Specialization[]
  bio?: string | null
  imageUrl?: string | null
  verificationStatus?: 'draft' | 'submitted' | 'verified' | 'rejected' | 'suspended'
  hours?: readonly TrainerHours[]
  holidays?: readonly { start: Day; end: Day; reason?: string }[]
}

/** Makes a listed trainer, without hours of their own unless given, and returns their id. */
export async function makeTrainer(db: Db, input: TrainerInput): Promise<string> {
  const id = newId<'trainer'>()
  await confirmEmail(db, input.userId)
  await db
    .insertInto('pet_trainers')
    .values({
      id,
      user_id: input.userId,
      full_name: input.fullName ?? 'Om Prakash',
      location: input.location === undefined ? 'Indiranagar, Bengaluru' : input.location,
      hourly_rate: input.hourlyRate ?? 80_000,
      years_experience: input.yearsExperience ?? null,
      offers_in_person: input.offersInPerson ?? true,
      offers_online: input.offersOnline ?? false,
      comes_to_owner: input.comesToOwner ?? false,
      refund_policy: input.refundPolicy ?? 'standard',
      specializations: [...(input.specializations ?? specializations)],
      bio: input.bio ?? null,
      profile_image_url: input.imageUrl ?? null,
      verification_status: input.verificationStatus ?? 'draft',
      submitted_at: input.verificationStatus === 'submitted' ? new Date() : null,
    })
    .execute()
  for (const { days = WEEKDAYS, start, end, breaks = [] } of input.hours ?? [])
    for (const day of days) {
      const scheduleId = newId<'schedule'>()
      await db
        .insertInto('pet_trainer_schedules')
        .values({
          id: scheduleId,
          pet_trainer_id: id,
          day_of_week: day,
          start_time: start,
          end_time: end,
        })
        .execute()
      for (const { start: from, end: to, reason = null } of breaks)
        await db
          .insertInto('pet_trainer_breaks')
          .values({ id: newId(), schedule_id: scheduleId, start_time: from, end_time: to, reason })
          .execute()
    }
  for (const { start, end, reason = null } of input.holidays ?? [])
    await db
      .insertInto('pet_trainer_holidays')
      .values({ id: newId(), pet_trainer_id: id, start_date: start, end_date: end, reason })
      .execute()
  return id
}

export type SessionInput = Omit<AppointmentInput, 'providerId' | 'petIds' | 'price'> & {
  trainerId: string
  petId?: string | null
  hourlyRate?: number
  sessionType?: SessionType
}

/** Makes an in-person session of an hour in any state and returns its id. */
export async function makeSession(db: Db, input: SessionInput): Promise<string> {
  const {
    trainerId,
    petId,
    hourlyRate = 80_000,
    minutes = 60,
    sessionType = 'Puppy Training',
    ...rest
  } = input
  const id = await makeAppointmentRow(db, {
    status: 'confirmed',
    ...rest,
    minutes,
    providerId: trainerId,
    petIds: petId ? [petId] : [],
    price: priceFor(hourlyRate, minutes),
  })
  await db.insertInto('training_details').values({ appointment_id: id, session_type: sessionType }).execute()
  return id
}

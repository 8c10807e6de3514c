import { confirmEmail } from '#/accounts/server/confirmed.factory.ts'
import { type AppointmentInput, makeAppointmentRow } from '#/appointments/server/appointment.factory.ts'
import { priceFor } from '#/kernel/money.ts'
import type { Db } from '#/kernel/server/db.ts'
import { newId } from '#/kernel/server/new-id.ts'
import type { ClockTime, Day, Weekday } from '#/kernel/time.ts'
import { WEEKDAYS } from '#/kernel/time.ts'
import { type Service, services } from '#/styling/rules.ts'

export type StylistHours = {
  days?: readonly Weekday[]
  start: ClockTime
  end: ClockTime
  slotMinutes?: number
  breaks?: { start: ClockTime; end: ClockTime; reason?: string }[]
}

export type StylistInput = {
  userId: string
  fullName?: string
  location?: string | null
  hourlyRate?: number
  yearsExperience?: number | null
  specializations?: readonly Service[]
  maxPets?: number
  comesToOwner?: boolean
  bio?: string | null
  imageUrl?: string | null
  verificationStatus?: 'draft' | 'submitted' | 'verified' | 'rejected' | 'suspended'
  hours?: readonly StylistHours[]
  holidays?: readonly { start: Day; end: Day; reason?: string }[]
}

const weekdays: readonly Weekday[] = WEEKDAYS.filter((day) => day !== 'sunday')

/**
 * Makes a listed stylist and returns their id: by default they work from 09:00 to 17:00, Monday to Saturday, in slots
 * of an hour.
 */
export async function makeStylist(db: Db, input: StylistInput): Promise<string> {
  const id = newId<'stylist'>()
  await confirmEmail(db, input.userId)
  await db
    .insertInto('pet_stylists')
    .values({
      id,
      user_id: input.userId,
      full_name: input.fullName ?? 'Farah Khan',
      location: input.location === undefined ? 'Bandra, Mumbai' : input.location,
      hourly_rate: input.hourlyRate ?? 80_000,
      years_experience: input.yearsExperience ?? null,
      specializations: [...(input.specializations ?? services)],
      ...(input.maxPets && { max_pets: input.maxPets }),
      comes_to_owner: input.comesToOwner ?? false,
      bio: input.bio ?? null,
      profile_image_url: input.imageUrl ?? null,
      verification_status: input.verificationStatus ?? 'draft',
      submitted_at: input.verificationStatus === 'submitted' ? new Date() : null,
    })
    .execute()
  for (const { days = weekdays, start, end, slotMinutes = 60, breaks = [] } of input.hours ?? [
    { start: '09:00', end: '17:00' },
  ])
    for (const day of days) {
      const scheduleId = newId<'schedule'>()
      await db
        .insertInto('pet_stylist_schedules')
        .values({
          id: scheduleId,
          pet_stylist_id: id,
          day_of_week: day,
          start_time: start,
          end_time: end,
          slot_duration_minutes: slotMinutes,
        })
        .execute()
      for (const { start: from, end: to, reason = null } of breaks)
        await db
          .insertInto('pet_stylist_breaks')
          .values({ id: newId(), schedule_id: scheduleId, start_time: from, end_time: to, reason })
          .execute()
    }
  for (const { start, end, reason = null } of input.holidays ?? [])
    await db
      .insertInto('pet_stylist_holidays')
      .values({ id: newId(), pet_stylist_id: id, start_date: start, end_date: end, reason })
      .execute()
  return id
}

export type StyledPet = {
  petId: string
  service?: Service
  coatNotes?: string | null
  biteNotes?: string | null
}

export type StylingInput = Omit<AppointmentInput, 'providerId' | 'petIds' | 'price'> & {
  stylistId: string
  pets: readonly StyledPet[]
  hourlyRate?: number
}

/** Makes a styling appointment of an hour in any state and returns its id. */
export async function makeStyling(db: Db, input: StylingInput): Promise<string> {
  const { stylistId, pets, hourlyRate = 80_000, minutes = 60, ...rest } = input
  const id = await makeAppointmentRow(db, {
    status: 'confirmed',
    ...rest,
    minutes,
    providerId: stylistId,
    petIds: pets.map(({ petId }) => petId),
    price: priceFor(hourlyRate, minutes),
  })
  await db
    .insertInto('styling_details')
    .values(
      pets.map(({ service = 'Full Grooming', coatNotes = null, biteNotes = null }, index) => ({
        appointment_id: id,
        position: index + 1,
        service,
        coat_notes: coatNotes,
        bite_notes: biteNotes,
      })),
    )
    .execute()
  return id
}

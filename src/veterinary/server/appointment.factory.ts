import {
  type AppointmentInput as AnyInput,
  makeAppointmentRow,
} from '#/appointments/server/appointment.factory.ts'
import type { Db } from '#/kernel/server/db.ts'

export type AppointmentInput = Omit<AnyInput, 'providerId' | 'petIds' | 'price'> & {
  vetId: string
  petId?: string | null
  fee?: number | null
}

/** Inserts a visit in any status and returns its id. */
export async function makeAppointment(
  db: Db,
  { vetId, petId, fee, ...input }: AppointmentInput,
): Promise<string> {
  const id = await makeAppointmentRow(db, {
    ...input,
    providerId: vetId,
    petIds: petId ? [petId] : [],
    price: fee === undefined ? 60_000 : fee,
  })
  await db
    .insertInto('veterinary_details')
    .values({ appointment_id: id, preferred_contact: 'phone' })
    .execute()
  return id
}

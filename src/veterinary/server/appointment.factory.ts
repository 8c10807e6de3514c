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

/** A visit in person as it stands after whatever led to it. Answers with its id. */
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

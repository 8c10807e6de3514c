import { expect, test } from 'vitest'
import { openWorld } from '#/app/testing/world.ts'
import { type AppointmentStatus, appointmentStatuses, type Phase } from '#/appointments/rules.ts'
import { HOUR } from '#/kernel/duration.ts'
import { makeAppointment } from '#/veterinary/server/appointment.factory.ts'
import { makeVet } from '#/veterinary/server/factory.ts'

const { db, signUp, clock } = await openWorld()
const asha = await signUp('asha')
const meera = await signUp('meera')
const vetId = await makeVet(db, { userId: meera.userId, fullName: 'Meera Iyer' })

test('messages, notes and lists of every trade read the phase, which follows from the status', async () => {
  const phases: Record<AppointmentStatus, Phase> = {
    pending: 'asked',
    confirmed: 'agreed',
    completed: 'done',
    cancelled: 'off',
    declined: 'off',
    expired: 'off',
    no_show: 'off',
  }
  for (const [index, status] of appointmentStatuses.entries()) {
    const startsAt = new Date(clock.now.getTime() + index * HOUR)
    const id = await makeAppointment(db, { ownerId: asha.ownerId, vetId, startsAt, status })
    const sides = await db
      .selectFrom('booking_parties')
      .select('phase')
      .where('booking_id', '=', id)
      .execute()
    expect(sides, status).toEqual([{ phase: phases[status] }, { phase: phases[status] }])
  }
})

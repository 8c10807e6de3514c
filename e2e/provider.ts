import { makeProvider } from '#/booking/server/provider.factory.ts'
import type { SlotTrade } from '#/booking/trades.ts'
import { addDays, dayOf, WEEKDAYS } from '#/kernel/time.ts'
import { type AppointmentInput, makeAppointment } from '#/veterinary/server/appointment.factory.ts'
import { inDatabase } from './database.ts'
import { expect, type Session, signUpByApi } from './fixture.ts'

/** The name of these vets; two stories never share one. */
export const vetName = 'Dr. Leela Menon'

/** Signs up a provider without hours; vets are already verified. */
export async function becomeProvider(session: Session, trade: SlotTrade = 'veterinary'): Promise<string> {
  await signUpByApi(session, `Leela ${crypto.randomUUID().slice(0, 8)}`)
  const me = await (await session.request.get('/api/me')).json()
  return inDatabase(async (db) => {
    const id = await makeProvider(db, trade, me.user.id)
    if (trade === 'veterinary')
      await db
        .updateTable('veterinary_doctors')
        .set({ verification_status: 'verified' })
        .where('id', '=', id)
        .execute()
    return id
  })
}

/** Makes an appointment of the logged-in owner in any state and at any time, also in the past. */
export async function haveAppointment(
  owner: Session,
  input: Omit<AppointmentInput, 'ownerId'>,
): Promise<string> {
  const { user } = await (await owner.request.get('/api/me')).json()
  return inDatabase((db) => makeAppointment(db, { ...input, ownerId: user.records.pet_owner }))
}

/** Returns noon in India this many days ago, because a visit can't cross midnight. */
export const noonBefore = (days: number) =>
  new Date(`${addDays(dayOf(new Date(), 'Asia/Kolkata'), -days)}T12:00:00+05:30`)

export async function putInVetsCalendar(session: Session, path: string, data: object): Promise<void> {
  const answer = await session.request.put(`/api/booking/veterinary/${path}`, { data })
  expect(answer.ok(), await answer.text()).toBe(true)
}

export const range = (startTime: string, endTime: string, more = {}) => ({
  startTime,
  endTime,
  slotMinutes: 30,
  ...more,
})

/** Sets the same hours for every day. */
export const everyDay = (session: Session, ...ranges: object[]) =>
  putInVetsCalendar(session, 'weekly-hours', {
    days: WEEKDAYS.map((day) => ({ day, isOpen: true, ranges })),
  })

/** Signs up a vet with hours on every day, in the vet's role. */
export async function becomeOpenVet(session: Session): Promise<string> {
  const id = await becomeProvider(session)
  const worn = await session.request.put('/api/me/role', { data: { role: 'veterinary_doctor' } })
  expect(worn.ok(), await worn.text()).toBe(true)
  await everyDay(session, range('09:00', '17:00'))
  return id
}

import { findOpenDays, findSlots } from '#/booking/server/index.ts'
import { HOUR, MINUTE } from '#/kernel/duration.ts'
import type { Db } from '#/kernel/server/db.ts'
import type { Day } from '#/kernel/time.ts'
import { makeAppointment } from '#/veterinary/server/appointment.factory.ts'
import { type Cast, partiesOf, type Today } from './cast.ts'
import { diary, type Entry, fullDay } from './diary.ts'
import type { Happened } from './tell.ts'

/** Books the vets' free slots. */
export async function fillDiary(db: Db, cast: Cast, today: Today): Promise<Happened[]> {
  const happened: Happened[] = []
  for (const entry of diary) {
    const { id } = cast.vets.get(entry.vet)!
    const day = (await openDaysOf(db, id, today))[entry.day]
    if (day) happened.push(...(await book(db, cast, today, { ...entry, on: day })))
  }
  const { vet, day: nth, guests, ...booking } = fullDay
  const { id } = cast.vets.get(vet)!
  const on = (await openDaysOf(db, id, today))[nth]
  const free = on ? await freeSlots(db, id, on, today) : []
  for (const index of free.keys()) {
    const guest = guests[index % guests.length]!
    const entry = { ...booking, ...guest, vet, slot: 0, status: 'confirmed' as const }
    happened.push(...(await book(db, cast, today, { ...entry, on: on! })))
  }
  return happened
}

type Booking = Omit<Entry, 'day'> & { on: Day }

async function book(
  db: Db,
  cast: Cast,
  today: Today,
  { on, slot: nth, status, hoursAgo, reason, ...who }: Booking,
): Promise<Happened[]> {
  const { vet, ownerId, petId } = partiesOf(cast, who)
  const slots = await freeSlots(db, vet.id, on, today)
  const slot = slots[Math.min(nth, slots.length - 1)]
  if (!slot) return []
  const bookedAt = new Date(today.now.getTime() - hoursAgo * HOUR)
  const appointmentId = await makeAppointment(db, {
    vetId: vet.id,
    ownerId,
    petId,
    startsAt: slot.startsAt,
    minutes: (slot.endsAt.getTime() - slot.startsAt.getTime()) / MINUTE,
    status,
    reason,
    fee: vet.consultationFee,
    bookedAt,
  })
  const answeredAt = new Date(bookedAt.getTime() + 90 * MINUTE)
  return [
    { appointmentId, to: 'pending', by: 'owner', at: bookedAt },
    ...(status === 'confirmed'
      ? [{ appointmentId, to: status, by: 'provider' as const, at: answeredAt }]
      : []),
  ]
}

const calendarOf = (vetId: string) => ({ trade: 'veterinary' as const, providerId: vetId })

async function openDaysOf(db: Db, vetId: string, { now }: Today): Promise<Day[]> {
  const { days } = await findOpenDays(db, calendarOf(vetId), now)
  return days.filter(({ state }) => state === 'available').map(({ date }) => date)
}

async function freeSlots(db: Db, vetId: string, day: Day, { now }: Today) {
  return (await findSlots(db, calendarOf(vetId), day, now)).slots
}

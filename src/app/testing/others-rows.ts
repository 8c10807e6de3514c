import type { Db } from '#/kernel/server/db.ts'
import { newId } from '#/kernel/server/new-id.ts'
import { insertNotification } from '#/notifications/server/queries.ts'
import { makePet } from '#/pets/server/factory.ts'
import { makeAppointment } from '#/veterinary/server/appointment.factory.ts'
import { makeVet } from '#/veterinary/server/factory.ts'
import type { Cast } from './cast.ts'
import type { Person } from './people.ts'

/** A row that the callers may not know of, at the place of one id in an endpoint's input. */
export type OthersRow = {
  /** Who may call the endpoint, and has nothing to do with the row. */
  callers: (keyof Cast)[]
  id: string
  /** Right in all but the id. */
  input(id: string): Record<string, unknown>
  /** The refusal, where it is not that nothing was found. */
  code?: string
}

type World = { db: Db; signUp(name: string): Promise<Person>; clock: { now: Date } }

/**
 * For each id that an endpoint takes, by `endpoint:field`, somebody else's row; or in words why there is none. A test wants
 * every one of the contract's ids here.
 */
export async function makeOthersRows({
  db,
  signUp,
  clock,
}: World): Promise<Record<string, OthersRow | string>> {
  const [owner, vet, hidden] = await Promise.all(['zoya', 'kabir', 'draft'].map(signUp))
  const vetId = await makeVet(db, { userId: vet!.userId, fullName: 'Kabir Shah' })
  const unlisted = await makeVet(db, {
    userId: hidden!.userId,
    fullName: 'Not Yet Verified',
    verificationStatus: 'submitted',
  })
  const { id: petId } = await makePet(db, { ownerId: owner!.ownerId })
  const appointment = (status: 'pending' | 'confirmed', day: string) =>
    makeAppointment(db, { ownerId: owner!.ownerId, vetId, status, startsAt: new Date(`${day}T05:00:00Z`) })
  const pending = await appointment('pending', '2026-11-05')
  const ended = await appointment('confirmed', '2026-10-30')
  const notification = newId()
  await insertNotification(db, {
    id: notification,
    userId: owner!.userId,
    source: 'test',
    type: 'booking',
    title: 'Not yours',
    message: 'Not yours',
    metadata: {},
    inBell: true,
    now: clock.now,
  })
  const slot = { date: '2026-11-03', startTime: '10:00', endTime: '10:30' }
  const anyone: (keyof Cast)[] = ['pet_owner', 'bare']
  const otherVet: (keyof Cast)[] = ['veterinary_doctor']
  const idOf = (id: string, callers: (keyof Cast)[], rest = {}): OthersRow => ({
    id,
    callers,
    input: (given) => ({ id: given, ...rest }),
  })
  const upTo = { id: notification, callers: anyone, input: (id: string) => ({ upTo: id }) }
  return {
    'pets.list:cursor': 'a place in the list of one’s own, whatever is or was there',
    'notifications.markRead:id': idOf(notification, anyone),
    'notifications.markAllRead:upTo': upTo,
    'notifications.clearAll:upTo': upTo,
    'veterinary.vet:id': idOf(unlisted, anyone),
    'veterinary.openDays:id': idOf(unlisted, anyone),
    'veterinary.slots:id': idOf(unlisted, anyone, { date: slot.date }),
    'veterinary.book:vetId': {
      id: unlisted,
      callers: ['pet_owner', 'veterinary_doctor'],
      input: (id) => ({ vetId: id, slot }),
    },
    'veterinary.book:petId': {
      id: petId,
      callers: ['pet_owner', 'veterinary_doctor'],
      input: (id) => ({ vetId, slot, petId: id }),
      code: 'veterinary.pet_not_found',
    },
    'veterinary.cancel:id': idOf(pending, ['pet_owner', 'bare', 'veterinary_doctor']),
    'veterinary.accept:id': idOf(pending, otherVet),
    'veterinary.decline:id': idOf(pending, otherVet, { reason: 'Not mine' }),
    'veterinary.complete:id': idOf(ended, otherVet),
    'veterinary.reportNoShow:id': idOf(ended, otherVet),
  }
}

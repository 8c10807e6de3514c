import type { Side } from '#/appointments/rules.ts'
import { keepHoursInWords } from '#/booking/server/index.ts'
import { HOUR, MINUTE } from '#/kernel/duration.ts'
import type { Db } from '#/kernel/server/db.ts'
import { addDays, type Day, instantAt, minutesOf, weekdayOf } from '#/kernel/time.ts'
import { payoutHoursAfter, termsOf } from '#/payments/rules.ts'
import { releasePayment } from '#/payments/server/index.ts'
import { makeRating } from '#/ratings/server/rating.factory.ts'
import { makeSession, makeTrainer } from '#/training/server/training.factory.ts'
import type { Cast, Today } from './cast.ts'
import { sellPackages } from './packages.ts'
import { closeInSandbox, openAppointmentPayment, payInSandbox } from './sandbox.ts'
import type { Happened } from './tell.ts'
import { type DemoSession, type DemoTrainer, demoSessions, demoTrainers } from './trainers.ts'

/** Adds the trainers with their past and coming sessions. */
export async function trainPets(
  db: Db,
  makeAccount: (name: string, slug: string) => Promise<string>,
  owners: Cast['owners'],
  today: Today,
): Promise<Happened[]> {
  const trainers = new Map<string, DemoTrainer & { id: string }>()
  for (const trainer of demoTrainers) {
    const userId = await makeAccount(trainer.fullName, trainer.slug)
    const id = await makeTrainer(db, { ...trainer, userId, imageUrl: `/portraits/${trainer.slug}.svg` })
    await keepHoursInWords(db, { trade: 'training', providerId: id })
    trainers.set(trainer.slug, { ...trainer, id })
  }
  const happened: Happened[] = []
  for (const session of demoSessions) {
    const trainer = trainers.get(session.trainer)
    const owner = owners.get(session.owner)
    if (!trainer || !owner) throw new Error(`The demo has no ${session.trainer} or ${session.owner}`)
    happened.push(...(await train(db, session, { trainer, owner, today })))
  }
  const asha = owners.get('asha-verma')!
  await sellPackages(db, {
    now: today.now,
    owner: asha,
    trainerIds: new Map([...trainers].map(([slug, { id }]) => [slug, id])),
    async train(session) {
      const done = await train(db, session, { trainer: trainers.get(session.trainer)!, owner: asha, today })
      happened.push(...done)
      const { appointmentId, at: endsAt } = done.at(-1)!
      return { appointmentId, endsAt }
    },
  })
  return happened
}

type Who = {
  trainer: DemoTrainer & { id: string }
  owner: { ownerId: string; petIds: ReadonlyMap<string, string> }
  today: Today
}

async function train(db: Db, session: DemoSession, { trainer, owner, today }: Who): Promise<Happened[]> {
  const { at, minutes, status, rated } = session
  const startsAt = instantAt(workingDay(trainer, session, today.today), minutesOf(at), today.timeZone)!
  const endsAt = new Date(startsAt.getTime() + minutes * MINUTE)
  const bookedAt = new Date(Math.min(startsAt.getTime(), today.now.getTime()) - 50 * HOUR)
  const { payBy } = termsOf(startsAt, bookedAt)
  const appointmentId = await makeSession(db, {
    trainerId: trainer.id,
    ownerId: owner.ownerId,
    petId: owner.petIds.get(session.pet)!,
    startsAt,
    minutes,
    status,
    bookedAt,
    sessionType: session.sessionType,
    ...(session.isOnline && {
      online: { contactMethod: 'google_meet', contactLink: 'https://meet.google.com/paw-folk-demo' },
      ...(status === 'pending' && { payBy }),
    }),
    address: session.address ?? null,
    hourlyRate: trainer.hourlyRate!,
    reason: session.reason ?? null,
    closingReason: session.closing ?? null,
  })
  if (rated)
    await makeRating(db, {
      appointmentId,
      providerId: trainer.id,
      ownerId: owner.ownerId,
      ...rated,
      at: new Date(endsAt.getTime() + 3 * HOUR),
    })
  const isOld = startsAt < today.now
  const paidAt = new Date(bookedAt.getTime() + 10 * MINUTE)
  const ends: Record<DemoSession['status'], { by: Side; at: Date } | null> = {
    pending: null,
    confirmed: null,
    declined: { by: 'provider', at: new Date(bookedAt.getTime() + 90 * MINUTE) },
    expired: { by: 'system', at: payBy },
    cancelled: { by: 'owner', at: new Date(bookedAt.getTime() + 90 * MINUTE) },
    completed: { by: 'system', at: endsAt },
    no_show: { by: 'provider', at: new Date(startsAt.getTime() + 30 * MINUTE) },
  }
  const end = ends[status]
  const isPaid = status === 'confirmed' || status === 'completed'
  if (session.isOnline) {
    const paymentId = await openAppointmentPayment(db, appointmentId, {
      at: bookedAt,
      payBy,
      description: (name) => `${session.sessionType} with ${name}, online`,
    })
    if (isPaid) await payInSandbox(db, paymentId, { about: appointmentId, at: paidAt })
    else if (end) await closeInSandbox(db, paymentId, { at: end.at, reason: 'It was declined' })
    if (status === 'completed')
      await releasePayment({ db }, paymentId, new Date(endsAt.getTime() + payoutHoursAfter * HOUR))
  }
  return [
    { appointmentId, to: session.isOnline ? 'pending' : 'confirmed', by: 'owner', at: bookedAt, isOld },
    ...(session.isOnline && isPaid
      ? [{ appointmentId, to: 'confirmed' as const, by: 'system' as const, at: paidAt, isOld }]
      : []),
    ...(end ? [{ appointmentId, to: status, ...end, isOld }] : []),
  ]
}

/** Returns the story's day, or the next working day further away from today. */
function workingDay({ slug, hours }: DemoTrainer, { inDays, at }: DemoSession, today: Day): Day {
  for (let beyond = 0; beyond < 7; beyond++) {
    const day = addDays(today, inDays + Math.sign(inDays) * beyond)
    const isOpen =
      !hours ||
      hours.some(
        ({ days, start, end }) => (!days || days.includes(weekdayOf(day))) && start <= at && at < end,
      )
    if (isOpen) return day
  }
  throw new Error(`${slug} never works at ${at}`)
}

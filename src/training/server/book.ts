import type { Booked } from '#/appointments/contract.ts'
import { type OpeningWork, openAppointment } from '#/appointments/server/index.ts'
import { MINUTE } from '#/kernel/duration.ts'
import { priceFor } from '#/kernel/money.ts'
import type { Config } from '#/kernel/server/config.ts'
import { refuse, type SessionRequest } from '#/training/contract.ts'
import { trainingTrade } from '#/training/trade.ts'

type BookingWork = OpeningWork & { config: Pick<Config, 'TRAINING_TAX_PERCENT'> }

/** Books a training session: confirmed at once in person, and once it is paid online. */
export function bookSession(work: BookingWork, request: SessionRequest): Promise<Booked> {
  const isOnline = request.appointmentType === 'online_training'
  return openAppointment(work, {
    trade: trainingTrade,
    providerId: request.trainerId,
    slot: request.slot,
    petIds: request.petId ? [request.petId] : [],
    isOnline,
    address: request.address,
    reason: request.reason,
    shown: request,
    online: request,
    status: 'confirmed',
    check({ offers_in_person, offers_online }) {
      if (!isOnline && !offers_in_person) refuse('training.not_in_person')
      if (isOnline && !offers_online) refuse('training.not_online')
    },
    priceOf: ({ price }, { startsAt, endsAt }) =>
      price === null ? null : priceFor(price, (endsAt.getTime() - startsAt.getTime()) / MINUTE),
    description: ({ provider_name }) => `${request.sessionType} with ${provider_name}, online`,
    taxPercent: work.config.TRAINING_TAX_PERCENT,
    package: request.packageId ? { id: request.packageId, sessionType: request.sessionType } : null,
    detail: { table: 'training_details', rows: () => [{ session_type: request.sessionType }] },
  })
}

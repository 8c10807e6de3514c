import type { Trade } from '#/appointments/trade.ts'
import type { SessionType } from './rules.ts'

export type SessionDetail = { sessionType: SessionType }

export const trainingTrade: Trade<SessionDetail, 'training'> = {
  name: 'training',
  provider: 'trainer',
  reasonLabel: 'Special instructions',
  title: ({ isOnline, detail }) => `${detail.sessionType}${isOnline ? ', online' : ''}`,
  noun: ({ isOnline }) => (isOnline ? 'online training session' : 'training session'),
  facts: () => [],
  bookingPath: (trainerId, day) =>
    `/services/book-a-trainer/session?trainer=${trainerId}${day ? `&date=${day}` : ''}`,
}

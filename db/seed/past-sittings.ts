import type { AppointmentStatus } from '#/appointments/rules.ts'
import type { ClockTime, Weekday } from '#/kernel/time.ts'
import type { Service } from '#/sitting/rules.ts'

export type PastSitting = {
  sitter: string
  owner: string
  pet: string
  service: Service
  daysAgo: number
  at: ClockTime
  minutes: number
  price: number
  status: Exclude<AppointmentStatus, 'pending' | 'confirmed'>
  /** Hours from its cancellation, refusal or expiry to its start. */
  hoursBefore?: number
  cancelledBy?: 'owner' | 'provider'
  closingReason?: string
  /** Paid in the sandbox, and refunded if it was cancelled. */
  isPaid?: boolean
  stars?: number
  feedback?: string | null
}

const hours = 60

/** Requests and bookings of the last weeks, each with a different outcome. */
export const pastSittings: readonly PastSitting[] = [
  {
    sitter: 'shalini-prasad',
    owner: 'asha-verma',
    pet: 'bruno',
    service: 'hostel-checkin',
    daysAgo: 24,
    at: '10:00',
    minutes: 48 * hours,
    price: 300_000,
    status: 'completed',
    isPaid: true,
    stars: 5,
    feedback: 'Bruno came back tired and happy. Shalini wrote every evening, and gave his drops on time.',
  },
  {
    sitter: 'leela-rao',
    owner: 'asha-verma',
    pet: 'coco',
    service: 'day-care',
    daysAgo: 5,
    at: '09:00',
    minutes: 8 * hours,
    price: 160_000,
    status: 'completed',
  },
  {
    sitter: 'leela-rao',
    owner: 'asha-verma',
    pet: 'coco',
    service: 'day-care',
    daysAgo: 3,
    at: '09:00',
    minutes: 8 * hours,
    price: 160_000,
    status: 'cancelled',
    hoursBefore: 14,
    cancelledBy: 'provider',
    closingReason: 'I have a fever. I’m so sorry.',
  },
  {
    sitter: 'shalini-prasad',
    owner: 'asha-verma',
    pet: 'coco',
    service: 'dog-walking',
    daysAgo: 9,
    at: '17:30',
    minutes: hours,
    price: 30_000,
    status: 'cancelled',
    isPaid: true,
    hoursBefore: 50,
    cancelledBy: 'owner',
    closingReason: 'We’re away after all.',
  },
  {
    sitter: 'nikhil-thomas',
    owner: 'asha-verma',
    pet: 'coco',
    service: 'dog-walking',
    daysAgo: 14,
    at: '07:00',
    minutes: hours,
    price: 18_000,
    status: 'declined',
    hoursBefore: 40,
    closingReason: 'Exams that week.',
  },
  {
    sitter: 'nikhil-thomas',
    owner: 'zoya-ali',
    pet: 'snowy',
    service: 'dog-walking',
    daysAgo: 11,
    at: '18:00',
    minutes: hours,
    price: 18_000,
    status: 'expired',
    hoursBefore: 20,
  },
  {
    sitter: 'arvind-gowda',
    owner: 'meghna-hegde',
    pet: 'raja',
    service: 'dog-walking',
    daysAgo: 6,
    at: '06:30',
    minutes: hours,
    price: 25_000,
    status: 'no_show',
  },
  {
    sitter: 'leela-rao',
    owner: 'ravi-kumar',
    pet: 'tiger',
    service: 'day-care',
    daysAgo: 17,
    at: '10:00',
    minutes: 6 * hours,
    price: 120_000,
    status: 'completed',
    stars: 4,
    feedback: 'Kind, and the garden is as shown. Pick-up took a while.',
  },
]

/** Weekly walks of the last three weeks and the next four, with a skipped day and a pause. */
export const weeklyWalks = {
  sitter: 'arvind-gowda',
  owner: 'asha-verma',
  pet: 'coco',
  price: 25_000,
  at: '07:00' as ClockTime,
  minutes: 60,
  weekdays: ['tuesday', 'friday'] as Weekday[],
  weeksBack: 3,
  care: 'Coco chews everything: please carry treats.',
  place: '12th Main, Indiranagar',
  /** Index of the cancelled upcoming walk, counted from 0. The last past walk was cancelled too. */
  skippedToCome: 1,
  /** Indices of the upcoming walks that the owner's pause cancelled. */
  paused: { from: 3, to: 4 },
}

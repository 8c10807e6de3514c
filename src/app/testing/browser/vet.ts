import type { SessionUser } from '#/accounts/contract.ts'
import { appointmentsContract } from '#/appointments/contract.ts'
import { bookingContract } from '#/booking/availability-contract.ts'
import { makeOwnCalendar } from '#/booking/web/availability/calendar.factory.ts'
import { standingSchema, verificationContract } from '#/verification/contract.ts'
import { answer } from './answers.ts'
import { answerDashboard } from './dashboard.ts'
import { made, newId } from './made.ts'
import { signIn } from './people.ts'

/** Signs a vet in, in the vet's role. */
export function signInVet(name = 'Dr. Meera Iyer'): SessionUser {
  return signIn(name, {
    role: 'veterinary_doctor',
    profiles: ['pet_owner', 'veterinary_doctor'],
    records: { pet_owner: newId(), veterinary_doctor: newId() },
  })
}

/** Answers what a vet's dashboard asks: nothing is booked, and the hours are set. */
export function answerVetsDashboard(): void {
  answerDashboard()
  answer(bookingContract.calendars, { calendars: [makeOwnCalendar('veterinary')] })
  answer(
    verificationContract.standing,
    made(standingSchema, { record: 'veterinary_doctor', status: 'verified', isListed: true }),
  )
  answer(appointmentsContract.visits, { rows: [], nextCursor: null })
  answer(appointmentsContract.today, { date: '2026-11-02', timeZone: 'Asia/Kolkata', rows: [] })
  answer(appointmentsContract.figures, { rating: null, totalReviews: 0, answers: null })
  const nothing = { amount: 0, currency: 'INR' }
  answer(appointmentsContract.weekEarnings, {
    since: '2026-11-02',
    visits: 0,
    earned: nothing,
    direct: { visits: 0, amount: nothing },
  })
}

import { type AppointmentStatus, absenceAnswerHours, claimUntil, type Side } from '#/booking/rules.ts'
import { formatMoney } from '#/kernel/money.ts'
import type { Reader } from '#/kernel/reader-time.ts'
import { payoutHoursAfter } from '#/payments/rules.ts'
import type { VisitNoted } from '../events.ts'
import { doctorName } from '../names.ts'
import type { AppointmentRow } from './queries.ts'
import { momentOf, whenOf } from './when.ts'

type Words = { title: string; message: string }
export type Told = Partial<Record<'owner' | 'vet', Words>>

const anyone: Reader = { timeZone: null }

/** What one side is told, with the times in it left to whoever reads it; undefined where nothing is told. */
export function forReader(words: (reader: Reader) => Words | undefined) {
  const known = words(anyone)
  return known && { title: known.title, message: (reader: Reader) => words(reader)!.message }
}

/** What both sides are told when an appointment has become `to`; the times are those of the reader. */
export function wordsFor(row: AppointmentRow, to: AppointmentStatus, by: Side, reader: Reader): Told {
  const online = row.appointment_type === 'teleconsultation'
  const vet = doctorName(row.vet_name)
  const owner = row.owner_name || 'A pet owner'
  const noun = online ? 'teleconsultation' : 'visit'
  const visit = row.pet_name ? `${row.pet_name}’s ${noun}` : `the ${noun}`
  const withPet = row.pet_name ? ` with ${row.pet_name}` : ''
  const when = whenOf(row, reader)
  const why = row.closing_reason ? ` Reason: ${row.closing_reason}` : ''
  const done = online ? 'Teleconsultation completed' : 'Visit completed'
  const refund = row.refund_amount
    ? ` ${formatMoney({ amount: row.refund_amount, currency: row.currency })} goes back to you.`
    : ''
  if (by === 'admin') return correctionWords(row, `${visit} with ${vet} on ${when}`, to)
  switch (to) {
    case 'pending':
      if (row.payment_id) return { owner: payWords(row, `${visit} with ${vet} on ${when}`, reader) }
      return {
        owner: {
          title: 'Request sent',
          message: `${vet} has your request for ${visit} on ${when}. We tell you when they answer.`,
        },
        vet: {
          title: 'New appointment request',
          message: online
            ? `${owner} would like a teleconsultation${withPet && ` about ${row.pet_name}`} on ${when}.`
            : `${owner} would like to come${withPet} on ${when}.`,
        },
      }
    case 'confirmed':
      return {
        owner: {
          title: 'Appointment confirmed',
          message: `${by === 'system' ? 'Your payment came in. ' : ''}${vet} expects you${online ? ' online' : ''}${withPet} on ${when}.`,
        },
        // Paid for, it is agreed without their answer.
        ...(by === 'system' && {
          vet: {
            title: 'New teleconsultation',
            message: `${owner} booked and paid a teleconsultation${withPet && ` about ${row.pet_name}`} on ${when}.`,
          },
        }),
      }
    case 'declined':
      return {
        owner: {
          title: 'Appointment declined',
          message: `${vet} cannot take ${visit} on ${when}.${why}${refund}`,
        },
      }
    case 'cancelled': {
      const told = (you: string, rest: string) => ({
        title: 'Appointment cancelled',
        message: `${you} ${visit}${rest} on ${when}.${why}`,
      })
      // The vet did not answer the owner's claim in time.
      const ours = {
        title: 'Appointment cancelled',
        message: `We cancelled ${visit} with ${vet} on ${when}.${why}`,
      }
      const [forOwner, forVet] =
        by === 'system'
          ? [ours, ours]
          : by === 'owner'
            ? [told('You cancelled', ` with ${vet}`), told(`${owner} cancelled`, '')]
            : [told(`${vet} cancelled`, ''), told('You cancelled', ` for ${owner}`)]
      return { owner: { ...forOwner, message: `${forOwner.message}${refund}` }, vet: forVet }
    }
    case 'expired':
      if (row.payment_id)
        return {
          owner: {
            title: 'Appointment expired',
            message: `${capital(visit)} with ${vet} on ${when} was not paid in time, so it expired. Nothing is charged.`,
          },
        }
      return {
        owner: {
          title: 'Request expired',
          message: `${vet} did not answer in time about ${visit} on ${when}. You can ask for another time.`,
        },
        vet: {
          title: 'Request expired',
          message: `${owner}’s request for ${when}${row.pet_name ? ` (${row.pet_name})` : ''} ended without an answer.`,
        },
      }
    case 'completed':
      return {
        // Their answer to the owner's claim.
        owner: isAnswer(row, to, by)
          ? noteWords(row, 'denial', reader).owner!
          : { title: done, message: `${capital(visit)} with ${vet} on ${when} is done.` },
        // By the clock: they may know better, and have two days to say so.
        ...(by === 'system' && {
          vet: {
            title: done,
            message: `${owner}’s ${noun} on ${when}${row.pet_name ? ` (${row.pet_name})` : ''} is over. If nobody came, you can report it within 48 hours.`,
          },
        }),
      }
    case 'no_show':
      return {
        owner: {
          title: 'No-show',
          message: `${vet} noted that nobody came to ${visit} on ${when}. ${contestText(row, reader)}`,
        },
      }
  }
}

/** Whether the vet says with it that they were there, where the owner had said otherwise. */
export const isAnswer = (row: AppointmentRow, to: AppointmentStatus, by: Side) =>
  to === 'completed' && by === 'provider' && row.absence_reported_at !== null

/** Until when a no-show can be contested. */
function contestText(row: AppointmentRow, reader: Reader): string {
  const until = claimUntil({
    endsAt: row.ends_at,
    noShowAt: row.no_show_at,
    completedAt: null,
    correctedAt: row.corrected_at,
  })
  return `If that’s wrong, contest it by ${momentOf(row, reader, until)} under Appointments.`
}

const disagreeText = (row: AppointmentRow) =>
  `If you disagree, write to us under Help & Support${row.payment_id ? ` within ${payoutHoursAfter} hours: the vet isn’t paid before then` : ''}.`

/** What an administrator corrected is told to both sides alike; its note stands where a reason does. */
function correctionWords(row: AppointmentRow, what: string, to: AppointmentStatus): Told {
  const how = to === 'no_show' ? 'as a no-show: nobody came' : 'as completed: it took place'
  const note = row.closing_reason ? ` Note: ${row.closing_reason}` : ''
  const money = row.payment_id ? ' Nothing that was paid or refunded changes by it.' : ''
  const words = {
    title: 'Appointment corrected',
    message: `Support noted ${what} ${how}.${note}${money}`,
  }
  return { owner: words, vet: words }
}

const capital = (text: string) => text[0]!.toUpperCase() + text.slice(1)

/** What is to be paid, until when, and whether it is charged by itself. */
function payWords(row: AppointmentRow, what: string, reader: Reader): Words {
  const money = formatMoney({ amount: row.payment_amount!, currency: row.currency })
  const by = momentOf(row, reader, row.pay_by!)
  const how = row.charge_at
    ? `${money} is charged by itself on ${momentOf(row, reader, row.charge_at)}, or you pay it before.`
    : `Pay ${money} by ${by}; unpaid, the appointment expires.`
  return { title: 'Teleconsultation booked', message: `${capital(what)} is held for you. ${how}` }
}

/** What both sides are told of another time, or of the owner's claim and the vet's answer. */
export function noteWords(
  row: AppointmentRow,
  what: VisitNoted['data']['what'],
  reader: Reader,
  movedFrom = row.starts_at,
): Told {
  const vet = doctorName(row.vet_name)
  const owner = row.owner_name || 'A pet owner'
  const when = whenOf(row, reader)
  const pet = row.pet_name ? ` (${row.pet_name})` : ''
  const refund = row.payment_id ? ' and refund you in full' : ''
  const waits = `If they don’t reply within ${absenceAnswerHours} hours, we’ll cancel the appointment${refund}.`
  const otherwise = `Otherwise we’ll cancel the appointment${row.payment_id ? ' and refund the owner in full' : ''}.`
  const from = whenOf(row, reader, movedFrom)
  switch (what) {
    case 'rescheduled':
      return {
        owner: {
          title: 'Appointment moved',
          message: `Your appointment with ${vet}${pet} is on ${when} now, not ${from}.`,
        },
        vet: { title: 'Appointment moved', message: `${owner}${pet} moved from ${from} to ${when}.` },
      }
    case 'absence':
      return {
        owner: {
          title: 'We asked the vet',
          message: `You told us that ${vet} did not come on ${when}. ${waits}`,
        },
        vet: {
          title: 'The owner says you did not come',
          message: `${owner}${pet} waited on ${when}. If you did come, say so under Appointments within ${absenceAnswerHours} hours. ${otherwise}`,
        },
      }
    case 'contest':
      return {
        owner: {
          title: 'You contested the no-show',
          message: `We asked ${vet} about ${when}. ${waits}${row.payment_id ? ' Until then nobody is paid.' : ''}`,
        },
        vet: {
          title: 'The owner contests the no-show',
          message: `${owner}${pet} says the no-show on ${when} is wrong. If you were there, say so under Appointments within ${absenceAnswerHours} hours. ${otherwise}${row.payment_id ? ' Until you answer, the payment is on hold.' : ''}`,
        },
      }
    case 'denial':
      return {
        owner: {
          title: 'The vet says they were there',
          message: `${vet} says they were there on ${when}. ${disagreeText(row)}`,
        },
      }
  }
}

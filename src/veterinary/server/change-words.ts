import { type AppointmentStatus, absenceAnswerHours, type Side } from '#/booking/rules.ts'
import { formatMoney } from '#/kernel/money.ts'
import { formatInstant } from '#/kernel/time.ts'
import { doctorName } from '../names.ts'
import type { AppointmentRow } from './queries.ts'

type Words = { title: string; message: string }
export type Told = Partial<Record<'owner' | 'vet', Words>>

/** What both sides are told when an appointment has become `to`. */
export function wordsFor(row: AppointmentRow, to: AppointmentStatus, by: Side): Told {
  const online = row.appointment_type === 'teleconsultation'
  const vet = doctorName(row.vet_name)
  const owner = row.owner_name || 'A pet owner'
  const noun = online ? 'teleconsultation' : 'visit'
  const visit = row.pet_name ? `${row.pet_name}’s ${noun}` : `the ${noun}`
  const withPet = row.pet_name ? ` with ${row.pet_name}` : ''
  const when = formatInstant(row.starts_at, row.time_zone)
  const why = row.closing_reason ? ` Reason: ${row.closing_reason}` : ''
  const done = online ? 'Teleconsultation completed' : 'Visit completed'
  const refund = row.refund_amount
    ? ` ${formatMoney({ amount: row.refund_amount, currency: row.currency })} goes back to you.`
    : ''
  if (by === 'admin') return correctionWords(row, `${visit} with ${vet} on ${when}`, to)
  switch (to) {
    case 'pending':
      if (row.payment_id) return { owner: payWords(row, `${visit} with ${vet} on ${when}`) }
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
    case 'cancelled':
      return {
        owner: {
          title: 'Appointment cancelled',
          message: `${by === 'owner' ? 'You' : vet} cancelled ${visit}${by === 'owner' ? ` with ${vet}` : ''} on ${when}.${why}${refund}`,
        },
        vet: {
          title: 'Appointment cancelled',
          message: `${by === 'owner' ? owner : 'You'} cancelled ${visit}${by === 'owner' ? '' : ` for ${owner}`} on ${when}.${why}`,
        },
      }
    case 'expired':
      if (row.payment_id)
        return {
          owner: {
            title: 'Appointment expired',
            message: `${capital(visit)} with ${vet} on ${when} was not paid in time, and the time is free again. Nothing is charged.`,
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
        owner: { title: done, message: `${capital(visit)} with ${vet} on ${when} is done.` },
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
          message: `${vet} noted that nobody came to ${visit} on ${when}.`,
        },
      }
  }
}

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
function payWords(row: AppointmentRow, what: string): Words {
  const money = formatMoney({ amount: row.payment_amount!, currency: row.currency })
  const by = formatInstant(row.pay_by!, row.time_zone)
  const how = row.charge_at
    ? `${money} is charged by itself on ${formatInstant(row.charge_at, row.time_zone)}, or you pay it before.`
    : `Pay ${money} by ${by}, or the time is free again.`
  return { title: 'Teleconsultation booked', message: `${capital(what)} is held for you. ${how}` }
}

/** What both sides are told of another time, or of a vet who did not come. */
export function noteWords(
  row: AppointmentRow,
  what: 'rescheduled' | 'absence',
  from: string,
): Record<'owner' | 'vet', Words> {
  const vet = doctorName(row.vet_name)
  const owner = row.owner_name || 'A pet owner'
  const when = formatInstant(row.starts_at, row.time_zone)
  const pet = row.pet_name ? ` (${row.pet_name})` : ''
  if (what === 'rescheduled')
    return {
      owner: {
        title: 'Appointment moved',
        message: `Your appointment with ${vet}${pet} is on ${when} now, not ${from}.`,
      },
      vet: { title: 'Appointment moved', message: `${owner}${pet} moved from ${from} to ${when}.` },
    }
  return {
    owner: {
      title: 'We asked the vet',
      message: `You told us that ${vet} did not come on ${when}. Without their answer in ${absenceAnswerHours} hours it is cancelled, and what you paid goes back to you.`,
    },
    vet: {
      title: 'The owner says you did not come',
      message: `${owner}${pet} waited on ${when}. If you did come, mark the visit as done within ${absenceAnswerHours} hours; else it is cancelled and refunded.`,
    },
  }
}

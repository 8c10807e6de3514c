import {
  andGiveBack,
  hasMoney,
  isAboutEarlyEnd,
  isAboutLeaving,
  missedText,
  nightsRefundText,
} from '#/appointments/claim-words.ts'
import type { AppointmentChanged, AppointmentNoted } from '#/appointments/events.ts'
import { type AppointmentStatus, absenceAnswerHours, claimUntil, type Side } from '#/appointments/rules.ts'
import { isWithdrawn } from '#/appointments/withdrawn.ts'
import { upperFirst } from '#/kernel/letters.ts'
import { formatMoney } from '#/kernel/money.ts'
import type { Reader } from '#/kernel/reader-time.ts'
import { asSentence } from '#/kernel/sentence.ts'
import { reasonSentence } from '#/messaging/contact.ts'
import { lateMoneyText } from '#/payments/money-back-text.ts'
import { payoutHoursAfter } from '#/payments/rules.ts'
import type { BookedSide } from './blocked.ts'
import { type NamedRow, petNames } from './kind.ts'
import { awaitsPayment, packageOf } from './show.ts'
import { momentOf, onWhen, whenOf } from './when.ts'

type Words = { title: string; message: string }
export type Told = Partial<Record<BookedSide, Words>>

const anyone: Reader = { timeZone: null }

/** Returns a side's title, and its message as a function of the reader; undefined if that side isn't notified. */
export function forReader(words: (reader: Reader) => Words | undefined) {
  const known = words(anyone)
  return known && { title: known.title, message: (reader: Reader) => words(reader)!.message }
}

type Changed = Pick<AppointmentChanged['data'], 'to' | 'by' | 'refund'> & { reader: Reader }

/** Writes both sides' notifications for an appointment that becomes `to`, in the reader's time zone. */
export function wordsFor(row: NamedRow, { to, by, refund: back = 0, reader }: Changed): Told {
  const { is_online: online, provider_name: provider } = row
  const { noun } = row.kind
  const owner = row.owner_name || 'A pet owner'
  const pets = petNames(row)
  const visit = pets ? `${pets}’s ${noun}` : `the ${noun}`
  const withPet = pets ? ` with ${pets}` : ''
  const inBrackets = pets ? ` (${pets})` : ''
  const when = whenOf(row, reader)
  const on = onWhen(row, reader)
  const why = row.closing_reason ? ` ${reasonSentence(row.closing_reason, 'the appointment’s card')}` : ''
  const done = `${upperFirst(noun)} completed`
  const refund = back
    ? ` We’ll refund you ${formatMoney({ amount: back, currency: row.currency })}${to === 'cancelled' && isByNights(row) ? ' for the nights left' : ''}.`
    : isWithBank(row)
      ? ` ${lateMoneyText}`
      : backText(row)
  // The clock leaves such a claim alone.
  if (by === 'system' && row.early_end_disputed_at && (to === 'cancelled' || to === 'completed'))
    return decisionWords(row, { owner, visit, on }, back)
  if (by === 'admin') return correctionWords(row, `${visit} with ${provider} ${on}`, to)
  switch (to) {
    case 'pending':
      if (row.payment_id) return { owner: payWords(row, `${visit} with ${provider} ${on}`, reader) }
      return {
        owner: {
          title: 'Request sent',
          message: `${provider} has your request for ${visit} ${on}. We’ll tell you when they answer.`,
        },
        provider: {
          title: 'New appointment request',
          message: row.kind.isAsked
            ? `${owner} would like ${article(noun)}${pets ? ` for ${pets}` : ''}${row.nights === null ? `, from ${when}` : ` ${on}`}. Please answer by ${momentOf(row, reader, row.answer_by!)}.`
            : online
              ? `${owner} would like ${article(noun)}${pets ? ` about ${pets}` : ''} ${on}.`
              : `${owner} would like to come${withPet} ${on}.`,
        },
      }
    case 'confirmed':
      return {
        owner: {
          title: 'Appointment confirmed',
          message: `${
            row.address !== null
              ? `${provider} will come to your home for ${visit} ${on}.`
              : online || row.provider_location
                ? `${by === 'system' ? 'Your payment came in. ' : ''}${provider} expects you${online ? ' online' : ''}${withPet} ${on}.`
                : `${upperFirst(visit)} with ${provider} is set for ${when}.`
          }${awaitsPayment(row) && !row.charge_at ? ` ${payByText(row, reader)}` : ''}`,
        },
        // The provider hasn't answered: the appointment was paid for, or the trade confirms bookings at once.
        ...(by === 'owner' && {
          provider: {
            title: `New ${noun}`,
            message: `${owner} booked ${article(noun)}${withPet} ${on}.${atHome(row)}`,
          },
        }),
        ...(by === 'system' && {
          provider: {
            title: `New ${noun}`,
            message: `${owner} booked and paid for ${article(noun)}${withPet} ${on}.`,
          },
        }),
      }
    case 'declined':
      return {
        owner: {
          title: 'Appointment declined',
          message: `${provider} can’t take ${visit} ${on}.${why}${refund}`,
        },
      }
    case 'cancelled': {
      const told = (you: string, rest: string) => ({
        title: 'Appointment cancelled',
        message: `${you} ${visit}${rest} ${on}.${why}`,
      })
      const [forOwner, forProvider] =
        by === 'system'
          ? [
              ourWords(row, { visit: `${visit} with ${provider} ${on}`, why }),
              oursForProvider(row, { owner, visit, on }),
            ]
          : by === 'owner'
            ? [told('You cancelled', ` with ${provider}`), told(`${owner} cancelled`, '')]
            : [told(`${provider} cancelled`, ''), told('You cancelled', ` for ${owner}`)]
      return {
        owner: { ...forOwner, message: `${forOwner.message}${refund}` },
        provider: { ...forProvider, message: `${forProvider.message}${keptText(row, back)}` },
      }
    }
    case 'expired':
      if (row.payment_id)
        return {
          owner: {
            title: 'Appointment expired',
            message: `${upperFirst(visit)} with ${provider} ${on} wasn’t paid in time, so it expired. ${isWithBank(row) ? lateMoneyText : 'You won’t be charged.'}`,
          },
          // The provider had agreed to it.
          ...(row.kind.isAsked && {
            provider: {
              title: 'Appointment expired',
              message: `${owner} didn’t pay for ${visit} ${on} in time, so it’s off, and your place is free again.`,
            },
          }),
        }
      return {
        owner: {
          title: 'Request expired',
          message: `${provider} didn’t answer your request for ${visit} ${on} in time. You can ask for another time.`,
        },
        provider: {
          title: 'Request expired',
          message: `${owner}’s request for ${when}${inBrackets} expired without an answer.`,
        },
      }
    case 'completed':
      // The owner agreed that a stay ended early.
      if (by === 'owner')
        return {
          provider: {
            title: `${upperFirst(noun)} completed`,
            message: `${owner} agreed that ${visit} ${on} ended early. Your places are free again.`,
          },
        }
      return {
        owner: isAnswer(row, to, by)
          ? noteWords(row, { what: 'denial' }, reader).owner!
          : { title: done, message: `${upperFirst(visit)} with ${provider} ${on} is done.` },
        // The clock completed it. The provider may know better, and has two days to report it.
        ...(by === 'system' && {
          provider: {
            title: done,
            message: `${owner}’s ${noun} ${on}${inBrackets} is over. If ${nobody(row)}, you can report it within 48 hours.`,
          },
        }),
      }
    case 'no_show':
      return {
        owner: {
          title: 'No-show',
          message: `${provider} noted that ${nobody(row)} ${row.address === null ? 'to' : 'for'} ${visit} ${on}. ${contestText(row, reader)}`,
        },
      }
  }
}

export const closedOf = ({ status, cancelled_by, closing_reason }: NamedRow) => ({
  status,
  cancelledBy: cancelled_by,
  closingReason: closing_reason,
})

/** Tells the owner that we cancelled: an unanswered claim, a refunded package, or a provider who may not act. */
function ourWords(row: NamedRow, { visit, why }: { visit: string; why: string }): Words {
  return isWithdrawn(closedOf(row))
    ? { title: 'Request withdrawn', message: `We withdrew your request for ${visit}.${why}` }
    : { title: 'Appointment cancelled', message: `We cancelled ${visit}.${why}` }
}

type About = { owner: string; visit: string; on: string }

/** Tells the provider the same, with their own part in it. */
function oursForProvider(row: NamedRow, { owner, visit, on }: About): Words {
  if (isWithdrawn(closedOf(row)))
    return {
      title: 'Request withdrawn',
      message: `${owner}’s request for ${visit} ${on} is off: another ${row.kind.provider} accepted it first.`,
    }
  const why =
    row.absence_reported_at && !row.absence_answered_at
      ? ` The owner said that you ${missedText(timesOf(row), row.absence_reported_at)}, and you didn’t answer within ${absenceAnswerHours} hours.`
      : row.provider_barred
        ? ' You can’t take appointments at the moment.'
        : row.closing_reason
          ? ` ${reasonSentence(row.closing_reason, 'the appointment’s card')}`
          : ''
  return { title: 'Appointment cancelled', message: `We cancelled ${visit} for ${owner} ${on}.${why}` }
}

/** Tells whether a cancelled stay was settled by its nights, because its provider had ended it early. */
const isByNights = ({ nights, stopped_at }: NamedRow) => nights !== null && stopped_at !== null

/** Says what a stay that was ended early is worth to its provider once it's cancelled; empty otherwise. */
function keptText(row: NamedRow, refund: number): string {
  const { payment } = moneyOf(row)
  if (!payment || refund === 0 || !isByNights(row)) return ''
  const back = formatMoney({ amount: refund, currency: row.currency })
  return ` The owner gets ${back} back for the nights left${refund < payment.amount.amount ? ', and you’re paid for the others' : ''}.`
}

/** Tells whether the provider completed it by contradicting the owner's claim, and not after an earlier answer. */
export const isAnswer = (row: NamedRow, to: AppointmentStatus, by: Side) =>
  to === 'completed' &&
  by === 'provider' &&
  row.absence_answered_at !== null &&
  row.absence_answered_at.getTime() === row.completed_at?.getTime()

function contestText(row: NamedRow, reader: Reader): string {
  const until = claimUntil({
    endsAt: row.ends_at,
    noShowAt: row.no_show_at,
    completedAt: null,
    correctedAt: row.corrected_at,
  })
  return `If that’s wrong, contest it by ${momentOf(row, reader, until)} under Appointments.`
}

const moneyOf = (row: NamedRow) => ({
  payment:
    row.payment_id === null
      ? null
      : {
          amount: { amount: row.payment_amount!, currency: row.currency },
          refundable: row.refundable!,
          refunded: row.refunded,
        },
  package: packageOf(row),
})

const timesOf = (row: NamedRow) => ({
  startsAt: row.starts_at,
  endsAt: row.ends_at,
  timeZone: row.time_zone,
  nights: row.nights,
  startedAt: row.started_at,
  stoppedAt: row.stopped_at,
})

const disagreeText = (row: NamedRow) =>
  `If you disagree, write to us under Help & Support${hasMoney(moneyOf(row)) ? ` within ${payoutHoursAfter} hours: the ${row.kind.provider} isn’t paid before then` : ''}.`

/** Continues with what an administrator wrote about a decision. */
const noteText = ({ closing_reason: note }: NamedRow) => (note ? ` Note: ${asSentence(note)}` : '')

/** Writes an administrator's decision about a stay that was ended early. */
function decisionWords(row: NamedRow, { owner, visit, on }: About, refund: number): Told {
  const isPaid = row.payment_id !== null
  const money = formatMoney({ amount: refund, currency: row.currency })
  const about = `We’ve decided about the early end of ${visit}`
  const [forOwner, forProvider] =
    row.status === 'completed'
      ? [
          `You had agreed to it${isPaid ? ', so nothing is refunded' : ''}.`,
          `${owner} had agreed to it${isPaid ? ', so you’re paid in full' : ''}.`,
        ]
      : [
          `You hadn’t agreed to it${isPaid ? `, so we’ll refund you ${money} for the nights left` : ''}.`,
          `${owner} hadn’t agreed to it${isPaid ? `, so they get ${money} back for the nights left, and you’re paid for the others` : ''}.`,
        ]
  const title = 'Early end decided'
  return {
    owner: { title, message: `${about} with ${row.provider_name} ${on}. ${forOwner}${noteText(row)}` },
    provider: { title, message: `${about} ${on}. ${forProvider}${noteText(row)}` },
  }
}

/** Writes an administrator's correction, which both sides get in the same words. */
function correctionWords(row: NamedRow, what: string, to: AppointmentStatus): Told {
  const how = to === 'no_show' ? `as a no-show: ${nobody(row)}` : 'as completed: it took place'
  const money = hasMoney(moneyOf(row)) ? ' This doesn’t change what was paid or refunded.' : ''
  const words = {
    title: 'Appointment corrected',
    message: `Support noted ${what} ${how}.${noteText(row)}${money}`,
  }
  return { owner: words, provider: words }
}

function backText(row: NamedRow): string {
  const bought = packageOf(row)
  // An expired package isn't open again, so its session was lost.
  return bought?.isBack && !bought.isOver && !bought.isExpired
    ? ` The session is back in your package “${bought.title}”.`
    : ''
}

/** Tells providers where to go. The address itself stays out of mails and notices, which outlast a cancellation. */
export const atHome = ({ address }: Pick<NamedRow, 'address'>) =>
  address === null ? '' : ' It’s at their home. You’ll find the address under Appointments.'

const nobody = ({ address }: Pick<NamedRow, 'address'>) =>
  address === null ? 'nobody came' : 'nobody was there'

/** Returns 'a visit' or 'an agility session'. */
const article = (noun: string) => `${/^[aeiou]/i.test(noun) ? 'an' : 'a'} ${noun}`

const isWithBank = ({ payment_state }: NamedRow) => payment_state === 'pending'

const moneyToPay = (row: NamedRow) => formatMoney({ amount: row.payment_amount!, currency: row.currency })

const payByText = (row: NamedRow, reader: Reader) =>
  `Pay ${moneyToPay(row)} by ${momentOf(row, reader, row.pay_by!)}; otherwise the appointment expires.`

function payWords(row: NamedRow, what: string, reader: Reader): Words {
  const how = row.charge_at
    ? `We’ll charge ${moneyToPay(row)} automatically on ${momentOf(row, reader, row.charge_at)}, unless you pay earlier.`
    : payByText(row, reader)
  return {
    title: `${upperFirst(row.kind.noun)} booked`,
    message: `${upperFirst(what)} is reserved for you. ${how}`,
  }
}

/** Writes both sides' notifications about a reschedule, the owner's claim or the provider's answer. */
export function noteWords(
  row: NamedRow,
  { what, estimate, by }: Pick<AppointmentNoted['data'], 'what' | 'estimate' | 'by'>,
  reader: Reader,
  movedFrom = row.starts_at,
): Told {
  const { provider_name: provider } = row
  const noun = row.kind.provider
  const owner = row.owner_name || 'A pet owner'
  const when = whenOf(row, reader)
  const on = onWhen(row, reader)
  const pets = petNames(row)
  const pet = pets ? ` (${pets})` : ''
  const money = moneyOf(row)
  const times = timesOf(row)
  const claimedAt = row.absence_reported_at ?? row.starts_at
  const claimed = { ...money, ...times }
  const waits = `If they don’t reply within ${absenceAnswerHours} hours, we’ll cancel the appointment${andGiveBack(claimed, 'owner', claimedAt)}.`
  const otherwise = `Otherwise we’ll cancel the appointment${andGiveBack(claimed, 'provider', claimedAt)}.`
  const from = whenOf(row, reader, movedFrom)
  const missed = missedText(times, claimedAt)
  const hasLeft = isAboutLeaving(times, claimedAt)
  const price =
    estimate === undefined
      ? ''
      : ` The estimate for the new length is ${formatMoney({ amount: estimate, currency: row.currency })}.`
  const stay = `${upperFirst(pets ? `${pets}’s` : 'your')} ${row.kind.noun}`
  switch (what) {
    case 'rescheduled':
      return {
        owner: {
          title: 'Appointment moved',
          message: `${by === 'provider' ? `${provider} agreed. ` : ''}Your appointment with ${provider}${pet} has moved from ${from} to ${when}.${price}`,
        },
        ...(by !== 'provider' && {
          provider: {
            title: 'Appointment moved',
            message: `${owner}${pet} moved from ${from} to ${when}.${price}`,
          },
        }),
      }
    case 'ended_early':
      // They have taken it back meanwhile.
      if (row.stopped_at === null) return {}
      return {
        owner: {
          title: `${stay} ended early`,
          message: `${provider} ended it on ${momentOf(row, reader, row.stopped_at)}, although it’s booked until ${momentOf(row, reader, row.ends_at)}. If you agree, say so under Appointments${money.payment ? ': they’re then paid in full' : ''}. If not, report there that they left early${money.payment ? `, to get back ${nightsRefundText(money.payment, times)}` : ''}.`,
        },
      }
    case 'resumed':
      if (row.stopped_at !== null) return {}
      return {
        owner: {
          title: `${stay} goes on`,
          message: `${provider} took the early end back. It’s booked until ${momentOf(row, reader, row.ends_at)}, as before.`,
        },
      }
    case 'early_end_disputed':
      return {
        owner: {
          title: 'Support will decide',
          message: `${provider} says that you agreed to the early end of ${article(row.kind.noun)}${pet} or asked for it. We’ll look at it and decide${hasMoney(money) ? '; nobody is paid until then' : ''}. If you want to tell us more, write to us under Help & Support.`,
        },
      }
    case 'absence':
      return {
        owner: {
          title: `We asked the ${noun}`,
          message: `You told us that ${provider} ${missed} ${on}. ${waits}`,
        },
        provider: {
          title: `The owner says you ${missed}`,
          message: `${owner}${pet} ${hasLeft ? 'expected you for longer' : 'waited'} ${on}. If ${isAboutEarlyEnd(times, claimedAt) ? 'they agreed to the early end or asked for it' : hasLeft ? 'you did as agreed' : 'you did come'}, say so under Appointments within ${absenceAnswerHours} hours. ${otherwise}`,
        },
      }
    case 'contest':
      return {
        owner: {
          title: 'You contested the no-show',
          message: `We asked ${provider} about ${when}. ${waits}${hasMoney(money) ? ' Until then nobody is paid.' : ''}`,
        },
        provider: {
          title: 'The owner contests the no-show',
          message: `${owner}${pet} says the no-show ${on} is wrong. If you were there, say so under Appointments within ${absenceAnswerHours} hours. ${otherwise}${hasMoney(money) ? ' Until you answer, the payment is on hold.' : ''}`,
        },
      }
    case 'denial':
      return {
        owner: {
          title: `The ${noun} says they were there`,
          message: `${provider} says they were there ${on}. ${disagreeText(row)}`,
        },
      }
  }
}

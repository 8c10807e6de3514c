import { MINUTE } from '#/kernel/duration.ts'
import { isPhoneNumber } from '#/kernel/phone.ts'
import { dayOf } from '#/kernel/time.ts'
import { occurrencesOf, type Plan } from '#/sitting/plan.ts'
import { lastSureDay, type OpenTimes } from '#/sitting/room.ts'
import { type PetSize, sizeOf } from '#/sitting/rules.ts'
import type { SitterCalendar, SitterPage } from '#/sitting/shapes.ts'
import { serviceText, sittingText } from '#/sitting/text.ts'
import { planIn, type Wanted } from '#/sitting/web/find/address.ts'
import { type DraftField, problemsOf } from '#/sitting/web/find/draft-problems.ts'
import { count } from '#/sitting/web/find/search-words.ts'
import { closedText, noticeText } from '#/sitting/words.ts'

export type RequestField =
  | DraftField
  | 'getsAlong'
  | 'emergencyName'
  | 'emergencyPhone'
  | 'method'
  | 'agreement'
export type RequestProblem = { field: RequestField; text: string }

type Pet = { id: string; name: string; species: string; sizeLbs: number | null }

type Fit = {
  sitter: Pick<
    SitterPage,
    'name' | 'services' | 'sizesAccepted' | 'maxPets' | 'timeZone' | 'minimumNoticeMinutes'
  >
  wanted: Wanted
  /** The pets in the request. */
  pets: readonly Pet[]
  calendar: SitterCalendar | undefined
  /** The server would refuse it, because this sitter is asked or booked for one of the pets then. */
  isAskedAlready: boolean
  /** The sitter's hours on a day on which the request is outside of them. */
  hours: OpenTimes | null
  now: Date
}

const sizeNames: Readonly<Record<PetSize, string>> = {
  small: 'small',
  medium: 'medium-sized',
  large: 'large',
  giant: 'giant',
}

/** Returns what this sitter doesn't do, as soon as it is chosen. Only the server knows the rest of their room. */
export function whyUnfit({
  sitter,
  wanted,
  pets,
  calendar,
  isAskedAlready,
  hours,
  now,
}: Fit): RequestProblem[] {
  const { name, services, sizesAccepted, maxPets } = sitter
  const { service } = wanted
  const problems: RequestProblem[] = []
  if (service && !services.includes(service))
    problems.push({
      field: 'service',
      text: `${name} doesn’t offer ${serviceText[service].toLowerCase()}. Please choose another service, or another sitter.`,
    })
  const tooLarge = pets.find(({ sizeLbs }) => sizeLbs !== null && !sizesAccepted.includes(sizeOf(sizeLbs)))
  if (pets.length > maxPets)
    problems.push({ field: 'pets', text: `${name} takes up to ${count(maxPets, 'pet')} at a time.` })
  else if (tooLarge)
    problems.push({
      field: 'pets',
      text: `${name} doesn’t take ${sizeNames[sizeOf(tooLarge.sizeLbs!)]} pets like ${tooLarge.name}.`,
    })
  const plan = planIn(wanted)
  if (typeof plan === 'string' || problemsOf(wanted, dayOf(now, sitter.timeZone)).some(isAboutTime))
    return problems
  const why = isAskedAlready
    ? sittingText['sitting.asked_already']
    : (whyNotThen(sitter, plan, calendar, now) ?? (hours && closedText(name, plan, hours)))
  return why ? [...problems, { field: 'from', text: why }] : problems
}

const isAboutTime = ({ field }: { field: DraftField }) => field !== 'service' && field !== 'pets'

function whyNotThen(
  { name, timeZone, minimumNoticeMinutes }: Fit['sitter'],
  plan: Plan,
  calendar: SitterCalendar | undefined,
  now: Date,
): string | null {
  const wanted = occurrencesOf(plan, timeZone, plan.startDate, lastSureDay(plan))
  const away = new Set(calendar?.days.filter(({ state }) => state === 'away').map(({ date }) => date))
  const isAway = ({ startsAt, endsAt }: { startsAt: Date; endsAt: Date }) => {
    const last = dayOf(new Date(endsAt.getTime() - 1), timeZone)
    return [...away].some((day) => dayOf(startsAt, timeZone) <= day && day <= last)
  }
  const possible = wanted.filter((one) => !isAway(one))
  // A repeat skips the days on which the sitter is away.
  const isWeekly = plan.schedule === 'repeat-weekly'
  if (wanted.length > 0 && (isWeekly ? possible.length === 0 : possible.length < wanted.length))
    return wanted.length === 1 && plan.service !== 'hostel-checkin'
      ? `${name} is away on this day.`
      : `${name} is away on ${isWeekly ? 'these days' : 'some of these days'}.`
  const first = possible[0]
  if (first && first.startsAt.getTime() < now.getTime() + minimumNoticeMinutes * MINUTE)
    return minimumNoticeMinutes === 0
      ? 'This time has passed. Please choose a later one.'
      : `Please ask ${name} at least ${noticeText(minimumNoticeMinutes)} ahead, and choose a later time.`
  return null
}

type Answers = {
  wanted: Wanted
  hasDog: boolean
  getsAlong: 'yes' | 'no' | null
  emergencyName: string
  emergencyPhone: string
  /** If it is paid here, '' means that no method is chosen yet. */
  methodId: string | null
  isAgreed: boolean
}

/** Returns the problems of a request, in the order of the form. */
export function requestProblems(answers: Answers, fit: Fit, isPaidHere: boolean): RequestProblem[] {
  const { wanted, hasDog, getsAlong, emergencyName, emergencyPhone, methodId, isAgreed } = answers
  const unfit = whyUnfit(fit)
  const drafted: RequestProblem[] = problemsOf(wanted, dayOf(fit.now, fit.sitter.timeZone))
  const about = (field: RequestField, text: string | false | null): RequestProblem[] =>
    text ? [{ field, text }] : []
  const all = [
    ...drafted,
    ...unfit,
    ...about('getsAlong', hasDog && getsAlong === null && 'Please choose one.'),
    ...about('emergencyName', !emergencyName.trim() && 'Required'),
    ...about(
      'emergencyPhone',
      !emergencyPhone.trim()
        ? 'Required'
        : !isPhoneNumber(emergencyPhone.trim()) && 'Please enter a phone number, such as +91 98765 43210.',
    ),
    ...about('method', isPaidHere && methodId === '' && 'Please add or choose a payment method.'),
    ...about('agreement', isPaidHere && !isAgreed && 'Please agree to the terms.'),
  ]
  return order.flatMap((field) => all.find((problem) => problem.field === field) ?? [])
}

const order: readonly RequestField[] = [
  'service',
  'pets',
  'getsAlong',
  'days',
  'from',
  'to',
  'times',
  'emergencyName',
  'emergencyPhone',
  'method',
  'agreement',
]

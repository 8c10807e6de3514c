import { type InjuredAnimal, injuredLimits, rescuePath, type Severity } from '#/emergency/injured.ts'
import { animalText, severityText } from '#/emergency/report-text.ts'
import { formatPhone } from '#/kernel/phone.ts'
import type { Config } from '#/kernel/server/config.ts'
import { requestMail } from '#/kernel/server/mail-events.ts'
import { consumeAttempt } from '#/kernel/server/rate-limit.ts'
import type { Work } from '#/kernel/server/work.ts'
import type { Position } from '#/location/rules.ts'
import { quotedLine } from '#/messaging/contact.ts'
import type { Recipient, Room } from './recipients.ts'

type Reported = {
  id: string
  animal: InjuredAnimal
  severity: Severity
  place: string | null
  city: string | null
  position: Position | null
  note: string | null
  phone: string
  isPhoneConfirmed: boolean
}

const subjectOf = ({ animal, severity, city }: Pick<Reported, 'animal' | 'severity' | 'city'>) =>
  `${severity === 'critical' ? 'URGENT: ' : ''}Injured animal reported: ${animalText[animal]}${city ? `, ${city}` : ''}`

/** Anybody can make a report, so a mail brings no link that isn't ours. */
const inReport = 'in the report, because it has a link'

function factsOf({
  animal,
  severity,
  place,
  city,
  position,
  note,
  phone,
  isPhoneConfirmed,
}: Reported): string[] {
  const { name, line } = severityText[severity]
  const where = [place, city].filter((part) => part !== null).join(', ')
  return [
    `Animal: ${animalText[animal]}`,
    `State: ${name} (${line})`,
    ...(where ? [`Place: ${quotedLine(where) ?? inReport}`] : []),
    ...(position ? [`Map: https://www.google.com/maps?q=${position.lat},${position.lon}`] : []),
    ...(note ? [`Details: ${quotedLine(note) ?? inReport}`] : []),
    `Call the reporter: ${formatPhone(phone)}${isPhoneConfirmed ? '' : ' (number not confirmed)'}`,
  ]
}

/** Mails the report to a rescuer, with their own link to accept it. */
export function mailRescuer(
  work: Pick<Work, 'announce'>,
  {
    report,
    recipient,
    token,
    sentTo,
    product,
  }: { report: Reported; recipient: Recipient; token: string; sentTo: number; product: string },
): Promise<void> {
  return requestMail(work, {
    to: recipient.email,
    subject: subjectOf(report),
    text: [
      `Someone near you reported an injured animal through ${product}.`,
      '',
      ...factsOf(report),
      '',
      sentTo === 1
        ? 'You’re the only rescuer we could send this to. Please open the report and accept it if you can go, so that the reporter knows:'
        : `We sent this to ${sentTo} rescuers. Please open the report and accept it if you can go, so that the others know:`,
    ].join('\n'),
    path: rescuePath(token),
    about: [report.id],
    isUrgent: true,
  })
}

/** Mails another rescuer that a report is free again. Their link is only in their first mail. */
export function mailReleased(
  work: Pick<Work, 'announce'>,
  {
    report,
    to,
    by,
  }: { report: Pick<Reported, 'id' | 'animal' | 'severity' | 'city'>; to: string; by: string },
): Promise<void> {
  return requestMail(work, {
    to,
    subject: `Help needed again: ${subjectOf(report)}`,
    text: [
      `${by} accepted this report but can no longer go, so nobody is on the way.`,
      '',
      'If you can go, please accept the report with the link in our first email.',
    ].join('\n'),
    about: [report.id],
    isUrgent: true,
  })
}

/**
 * Mails the operator a report that no rescuer got, up to ten an hour. Reports whose phone isn't confirmed can't use up
 * all of these mails.
 */
export async function mailOperator(
  work: Pick<Work, 'announce' | 'db'>,
  { CONTACT_EMAIL }: Pick<Config, 'CONTACT_EMAIL'>,
  { report, room, hasRescuers }: { report: Reported; room: Room; hasRescuers: boolean },
): Promise<void> {
  if (!CONTACT_EMAIL) return
  const hasRoomFor = async (key: string, max: number) =>
    (await consumeAttempt(work.db, key, { max, windowSeconds: 3600, slides: true })).allowed
  if (
    room === 'unconfirmed' &&
    !(await hasRoomFor('injured operator unconfirmed', injuredLimits.toOperatorUnconfirmed))
  )
    return
  if (!(await hasRoomFor('injured operator', injuredLimits.toOperator))) return
  await requestMail(work, {
    to: CONTACT_EMAIL,
    subject: subjectOf(report),
    text: [
      hasRescuers
        ? 'The directory’s rescuers there have had as many mails as they get in a day, so nobody else got this report.'
        : 'The directory has no rescuer with an email address there, so nobody else got this report.',
      `You get at most ${injuredLimits.toOperator} such mails an hour. The desk lists all reports.`,
      '',
      ...factsOf(report),
    ].join('\n'),
    path: '/admin-dashboard?view=injured',
    about: [report.id],
    isUrgent: true,
  })
}

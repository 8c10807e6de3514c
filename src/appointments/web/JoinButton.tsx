import { Button } from '@mantine/core'
import type { Appointment, Visit } from '#/appointments/contract.ts'
import { joinMinutesBefore, mayJoin, meetingHost } from '#/appointments/join.ts'

type Props = { appointment: Appointment | Visit; now: Date; spoken: string }

/** Joins an online appointment, from ten minutes before it begins. */
export function JoinButton({ appointment, now, spoken }: Props) {
  if (!mayJoin(appointment, now)) return null
  return (
    <Button
      component="a"
      color="marigold"
      href={appointment.joinUrl!}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={spoken}
    >
      Join
    </Button>
  )
}

/** Explains how the owner meets the provider, until they can join. */
export function joinText({
  status,
  contactMethod,
  contactLink,
  joinUrl,
  startTime,
  providerNoun,
}: Appointment): string | null {
  if (status !== 'confirmed' || !contactMethod) return null
  const host = joinUrl && meetingHost(joinUrl)
  if (contactMethod === 'whatsapp' && !host)
    return `The ${providerNoun} calls you on WhatsApp at ${startTime}.`
  if (host) return `You can join at ${host} from ${joinMinutesBefore} minutes before it begins.`
  return contactLink
    ? `“${contactLink}” isn’t a link of Zoom or Google Meet, so you can’t join from here. The ${providerNoun} may send you one in a message.`
    : `The ${providerNoun} will send you the link in a message.`
}

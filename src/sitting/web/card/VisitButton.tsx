import { Button } from '@mantine/core'
import { Link } from 'react-router'
import type { Appointment, Visit } from '#/appointments/contract.ts'
import { hasEndedEarly } from '#/appointments/rules.ts'
import { MINUTE } from '#/kernel/duration.ts'
import { formatInstant } from '#/kernel/time.ts'
import { cardPath, startMinutesBefore } from '#/sitting/card.ts'
import { clockAt, lengthText } from './words.ts'

type Props = { side: 'owner' | 'provider'; appointment: Appointment | Visit; other: string; now: Date }
type Named = Pick<
  Appointment,
  'trade' | 'status' | 'phase' | 'startsAt' | 'endsAt' | 'startedAt' | 'stoppedAt' | 'nights'
>

/** Opens the visit card: to start or go on for the sitter, to look at it for the owner. */
export function VisitButton({ side, appointment, other, now }: Props) {
  const label = labelOf(side, appointment, now)
  if (!label) return null
  const isNext = side === 'provider' && appointment.phase !== 'done' && !hasEndedEarly(appointment)
  return (
    <Button
      component={Link}
      to={cardPath(appointment.id)}
      variant={isNext ? 'filled' : 'default'}
      aria-label={`${label}: ${other}`}
    >
      {label}
    </Button>
  )
}

function labelOf(side: Props['side'], appointment: Named, now: Date): string | null {
  const { trade, phase, startsAt, endsAt, startedAt } = appointment
  if (trade !== 'sitting') return null
  if (hasEndedEarly(appointment) && !startedAt) return null
  if (startedAt) {
    if (side === 'owner') return 'View visit card'
    return phase === 'under_way' && !hasEndedEarly(appointment) ? 'Continue visit' : 'Visit card'
  }
  const opens = startsAt.getTime() - startMinutesBefore * MINUTE
  return side === 'provider' && phase === 'agreed' && now.getTime() >= opens && now < endsAt
    ? 'Start visit'
    : null
}

/** 'Started 10:02, 25 min ago', while a visit is under way; for a stay, which lasts for days, only when it started, or ended early. */
export function startedText(appointment: Named & Pick<Appointment, 'timeZone'>, now: Date): string | null {
  const { trade, phase, startedAt, stoppedAt, timeZone, nights } = appointment
  if (hasEndedEarly(appointment)) return `Ended early ${formatInstant(stoppedAt!, timeZone)}`
  if (trade !== 'sitting' || phase !== 'under_way' || !startedAt) return null
  return nights === null
    ? `Started ${clockAt(startedAt, timeZone)}, ${lengthText(now.getTime() - startedAt.getTime())} ago`
    : `Started ${formatInstant(startedAt, timeZone)}`
}

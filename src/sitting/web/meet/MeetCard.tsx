import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { PlainCard } from '#/appointments/web/index.ts'
import { momentText } from '#/kernel/web/own-clock.ts'
import { Portrait } from '#/kernel/web/Portrait.tsx'
import { meetTrade } from '#/messaging/rules.ts'
import { SafetyLinks } from '#/messaging/web/index.ts'
import { hostOf, meetChips } from '#/sitting/meet.ts'
import type { MeetGreet } from '#/sitting/meet-contract.ts'
import { meetKindText, serviceText } from '#/sitting/text.ts'
import { paths } from '#/sitting/web/find/address.ts'
import { HomeIcon, MeetIcon, PhoneIcon, PinIcon, ServiceIcon, VideoIcon } from '#/sitting/web/icons.tsx'
import { MeetButtons } from './MeetButtons.tsx'
import css from './MeetCard.module.css'
import { MeetPlace } from './MeetPlace.tsx'
import { timeText } from './time-text.ts'

const kindIcons = {
  public: PinIcon,
  sitters_home: HomeIcon,
  owners_home: HomeIcon,
  video: VideoIcon,
  phone: PhoneIcon,
}

/** A meet & greet, for either side. */
export function MeetCard({ meet }: { meet: MeetGreet }) {
  const { side, with: other, status, kind, place, moves, message, pets, startsAt, answerBy } = meet
  const sitter = side === 'owner' ? other.name : undefined
  const mayAnswer = moves.includes('accept')
  const host = hostOf(kind)
  return (
    <PlainCard
      portrait={<Portrait person={other} size={56} />}
      kind="Meet & greet"
      name={other.name}
      status={meetChips[status]}
      when={
        <div className={css.when}>
          {startsAt ? (
            <strong className="tabular">{timeText(meet, startsAt)}</strong>
          ) : (
            <>
              <span>{timesLabel(meet)}</span>
              {meet.times.map((time) => (
                <strong key={time.getTime()} className="tabular">
                  {timeText(meet, time)}
                </strong>
              ))}
            </>
          )}
        </div>
      }
      pets={pets}
      facts={[
        {
          name: 'where',
          icon: kindIcons[kind],
          text: (
            <>
              {meetKindText(kind, sitter)}
              {place && (
                <>
                  : <MeetPlace kind={kind} place={place} />
                </>
              )}
            </>
          ),
        },
        { name: 'service', icon: ServiceIcon, text: `For ${serviceText[meet.service].toLowerCase()}` },
        { name: 'free', icon: MeetIcon, text: 'Free' },
      ]}
      message={message ? { label: 'Message', text: message } : null}
      note={
        status === 'asked'
          ? mayAnswer
            ? `Please answer by ${momentText(answerBy)}.${host === side && !place ? ' You’ll say where when you answer.' : ''}`
            : `${other.name} answers by ${momentText(answerBy)}.`
          : null
      }
      end={endOf(meet)}
      links={
        <SafetyLinks bookingId={meet.id} trade={meetTrade} name={other.name} isBlocked={meet.isBlocked} />
      }
      actions={
        <>
          <MeetButtons meet={meet} />
          {status === 'agreed' && (
            <Button component="a" href={`/meet-greets/${meet.id}.ics`} download variant="default">
              Add to calendar
            </Button>
          )}
          {side === 'owner' && (status === 'agreed' || status === 'passed') && (
            <Button
              component={Link}
              to={requestAfter(meet)}
              variant={status === 'passed' ? 'filled' : 'default'}
              aria-label={`Request ${other.name}`}
            >
              Request this sitter
            </Button>
          )}
        </>
      }
    />
  )
}

/** Fills in the request to the sitter with the pets and the service of the meeting. */
function requestAfter({ sitterId, service, pets }: MeetGreet): string {
  const params = new URLSearchParams({ sitter: sitterId, service })
  if (pets.length > 0) params.set('pets', pets.map(({ id }) => id).join(','))
  return `${paths.request}?${params}`
}

function timesLabel({ side, suggestedBy, times, with: { name } }: MeetGreet): string {
  const what = times.length === 1 ? 'this time' : 'these times'
  return side === suggestedBy ? `You suggested ${what}` : `${name} suggested ${what}`
}

function endOf({ side, status, endedBy, reason, suggestedBy, with: { name } }: MeetGreet) {
  const who = endedBy === side ? 'You' : name
  const text =
    status === 'declined'
      ? `${who} declined.`
      : status === 'cancelled'
        ? endedBy
          ? `${who} cancelled it.`
          : 'It was cancelled.'
        : status === 'expired'
          ? `${suggestedBy === side ? `${name} didn’t` : 'You didn’t'} answer in time.`
          : null
  return text ? { text, reason } : null
}

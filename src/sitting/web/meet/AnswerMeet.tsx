import { TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { PickOne } from '#/appointments/web/index.ts'
import { limits } from '#/kernel/fields.ts'
import { dayOf, zoneLabel } from '#/kernel/time.ts'
import { errorText } from '#/kernel/web/error-text.ts'
import ConfirmDialog from '#/kernel/web/form/ConfirmDialog.tsx'
import { ownZone } from '#/kernel/web/own-clock.ts'
import { toast } from '#/kernel/web/toast.ts'
import { useNow } from '#/kernel/web/use-now.ts'
import { useWrite } from '#/kernel/web/write.ts'
import { hostOf, type MeetKind, type MeetTime } from '#/sitting/meet.ts'
import type { MeetGreet } from '#/sitting/meet-contract.ts'
import { sittingText } from '#/sitting/text.ts'
import { sitting } from '#/sitting/web/sitting.ts'
import css from './AnswerMeet.module.css'
import { emptyTime, placeProblemOf, timeProblems } from './meet-draft.ts'
import { reloadMeets } from './meets.ts'
import { PickTimes } from './PickTimes.tsx'
import { timeText } from './time-text.ts'

type Props = { meet: MeetGreet; move: 'accept' | 'suggest' | null; onClose(): void }

const placeLabels: Readonly<Record<MeetKind, string>> = {
  public: 'Place',
  owners_home: 'Your address',
  sitters_home: 'Your address',
  video: 'Link to the video call',
  phone: 'Your phone number',
}

/** The dialogs that accept a suggested time, or suggest others. */
export default function AnswerMeet({ meet, move, onClose }: Props) {
  const { id, side, kind, with: other, timeZone, times } = meet
  const now = useNow()
  const left = times.filter((time) => time > now)
  const fields = useRef<HTMLDivElement>(null)
  const [chosen, setChosen] = useState<string | null>(null)
  const [place, setPlace] = useState(meet.place ?? '')
  const [wanted, setWanted] = useState<readonly MeetTime[]>([emptyTime])
  const [tried, setTried] = useState(false)
  const isHost = hostOf(kind) === side
  const picked = chosen ?? (left.length === 1 ? left[0]!.toISOString() : null)
  const placeProblem = isHost ? placeProblemOf(kind, place) : undefined
  const problems = timeProblems(wanted, timeZone, now)
  const given = isHost ? { place } : {}

  const done = (title: string, message: string) => ({
    onSuccess() {
      onClose()
      toast({ kind: 'success', title, message })
      return reloadMeets()
    },
    onError(error: Error) {
      toast({
        kind: 'error',
        title: 'Error',
        message: errorText(error, sittingText, 'Failed to send your answer. Please try again.'),
      })
      void reloadMeets()
    },
  })
  const accept = useWrite(
    sitting.call.acceptMeeting,
    done('Meet & greet agreed', `We’ll tell ${other.name}.`),
  )
  const suggest = useWrite(sitting.call.suggestMeeting, done('Times suggested', `We’ll tell ${other.name}.`))

  function confirm() {
    setTried(true)
    const isPicked = move === 'accept' ? picked !== null : !problems.some(Boolean)
    if (!isPicked || placeProblem) {
      const field = isPicked ? 'place' : move === 'accept' ? 'chosen' : `time-${problems.findIndex(Boolean)}`
      requestAnimationFrame(() =>
        fields.current?.querySelector<HTMLElement>(`[data-field="${field}"] input`)?.focus(),
      )
    } else if (move === 'accept') accept.mutate({ id, startsAt: new Date(picked!), ...given })
    else suggest.mutate({ id, times: [...wanted], ...given })
  }

  const isAccepting = move !== 'suggest'
  const zone = zoneLabel(timeZone, ownZone(), now)
  return (
    <ConfirmDialog
      opened={move !== null}
      title={isAccepting ? `Meet ${other.name}` : 'Suggest another time'}
      reason="none"
      color="teal"
      confirm={isAccepting ? 'Accept' : 'Suggest'}
      busy="Sending..."
      keep="Go back"
      isBusy={accept.isPending || suggest.isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      <div ref={fields} className={css.fields}>
        {isAccepting ? (
          <div data-field="chosen">
            <PickOne
              legend="When?"
              name={`meet-${id}`}
              value={picked}
              options={left.map((time) => ({ value: time.toISOString(), label: timeText(meet, time) }))}
              onChange={setChosen}
            />
            {tried && picked === null && (
              <p role="alert" className={css.problem}>
                Please choose a time.
              </p>
            )}
          </div>
        ) : (
          <>
            {zone && (
              <p>
                Times are {side === 'owner' ? 'the sitter’s' : 'yours'}: {zone}.
              </p>
            )}
            <PickTimes
              value={wanted}
              today={dayOf(now, timeZone)}
              problems={tried ? problems : []}
              onChange={setWanted}
            />
          </>
        )}
        {isHost && (
          <div data-field="place">
            <TextInput
              label={placeLabels[kind]}
              description={
                kind === 'public' ? undefined : `${other.name} sees it once you’ve agreed on a time.`
              }
              required
              inputMode={kind === 'phone' ? 'tel' : kind === 'video' ? 'url' : undefined}
              maxLength={limits.title}
              autoComplete={kind === 'phone' ? 'tel' : kind.endsWith('home') ? 'street-address' : 'off'}
              value={place}
              error={tried && placeProblem}
              onChange={({ currentTarget: { value } }) => setPlace(value)}
            />
          </div>
        )}
      </div>
    </ConfirmDialog>
  )
}

import { Button, Textarea } from '@mantine/core'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { wasCutShort } from '#/appointments/rules.ts'
import { PickOne } from '#/appointments/web/index.ts'
import { MINUTE } from '#/kernel/duration.ts'
import { heicTypes, pictureTypes } from '#/kernel/pictures.ts'
import type { Day } from '#/kernel/time.ts'
import { leftOutText } from '#/kernel/web/form/document.ts'
import field from '#/kernel/web/form/field.module.css'
import { photoProblem } from '#/kernel/web/form/photo-problem.ts'
import { smallerPicture } from '#/kernel/web/form/smaller-picture.ts'
import { randomUuid } from '#/kernel/web/random-uuid.ts'
import {
  closesAt,
  mostCardPhotos,
  mostNote,
  startMinutesBefore,
  type TapKind,
  tapKinds,
  whyNoStart,
} from '#/sitting/card.ts'
import type { VisitCards } from '#/sitting/card-contract.ts'
import { sittingText } from '#/sitting/text.ts'
import css from './Card.module.css'
import { CardContent } from './CardContent.tsx'
import { CardTimes } from './CardTimes.tsx'
import { CameraIcon, tapIcons } from './icons.tsx'
import { type Noted, type ShownCard, type Unstamped, withNoted } from './noted.ts'
import { RouteSwitch } from './RouteSwitch.tsx'
import { usePhotoUrls } from './use-photo-urls.ts'
import { useWaiting } from './use-visit.ts'
import { WaitingLine } from './WaitingLine.tsx'
import { clockAt, lengthText, nounOf, tapText } from './words.ts'

type Props = { visit: VisitCards; day: Day; userId: string; now: Date; agreed: ReactNode }

/** A card for its sitter, step by step: start, note, stop, send. It goes on working without network. */
export function SitterCard({ visit, day, userId, now, agreed }: Props) {
  const { waiting, note } = useWaiting(userId, visit.appointmentId)
  const urlOf = usePhotoUrls()
  const ofDay = waiting.filter((one) => one.day === day)
  const noted = ofDay.filter(({ refused }) => !refused).map(({ entry }) => entry)
  const card = visit.cards.find((one) => one.day === day) ?? null
  const shown = withNoted(card, noted, urlOf, closesAt(visit, day), day)
  const [said, setSaid] = useState('')
  const tell = (entry: Unstamped, spoken = '') => {
    setSaid(spoken)
    void note(day, { ...entry, id: randomUuid(), at: Date.now() } as Noted)
  }
  return (
    <div className={css.whole}>
      <p role="status" className={css.spoken}>
        {said}
      </p>
      <WaitingLine waiting={ofDay} />
      {agreed}
      {!shown && (
        <Start visit={visit} day={day} now={now} onStart={() => tell({ kind: 'start' }, 'Started')} />
      )}
      {shown && (shown.sentAt || now >= shown.closesAt) && (
        <section className={css.card} aria-label="Visit card">
          <CardTimes card={shown} timeZone={visit.timeZone} now={now} />
          <Finished visit={visit} card={shown} />
        </section>
      )}
      {shown && !shown.sentAt && now < shown.closesAt && (
        <Open visit={visit} card={shown} now={now} tell={tell} />
      )}
    </div>
  )
}

function Start({ visit, day, now, onStart }: Pick<Props, 'visit' | 'day' | 'now'> & { onStart(): void }) {
  const why = whyNoStart(visit, day, now, now)
  const opens = new Date(visit.startsAt.getTime() - startMinutesBefore * MINUTE)
  const noun = nounOf[visit.service]
  return (
    <div className={css.panel}>
      <p className={css.quiet}>
        {why === 'sitting.too_early'
          ? `You can start from ${clockAt(opens, visit.timeZone)}.`
          : why
            ? sittingText[why]
            : `We’ll tell ${visit.with} that you’ve started. They see taps and photos as they arrive, and your note once you send the card. Times are noted automatically.`}
      </p>
      <Button size="xl" fullWidth disabled={why !== null} onClick={onStart}>
        Start the {noun}
      </Button>
    </div>
  )
}

function Finished({ visit, card }: { visit: VisitCards; card: ShownCard }) {
  const { timeZone, with: owner } = visit
  return (
    <>
      <p className={css.quiet}>
        {card.sentAt
          ? `Sent to ${owner} at ${clockAt(card.sentAt, timeZone)}.`
          : 'This card is closed. The owner sees what you noted.'}
      </p>
      <CardContent sentAt={card.sentAt} content={card.content} visit={visit} waiting={card.waiting} />
    </>
  )
}

type OpenProps = {
  visit: VisitCards
  card: ShownCard
  now: Date
  tell(entry: Unstamped, spoken?: string): void
}

function Open({ visit, card, now, tell }: OpenProps) {
  const [petId, setPetId] = useState('all')
  const { pets, service } = visit
  const { photos, route } = card.content
  const [draft, setDraft] = useState<string | null>(null)
  const written = draft ?? card.content.note ?? ''

  function saveNote() {
    const text = draft?.trim()
    if (text === undefined || text === (card.content.note ?? '')) return
    tell({ kind: 'note', text: text || null }, 'Note saved')
  }
  const tap = (kind: TapKind) => () =>
    tell({ kind: 'tap', tap: kind, petId: petId === 'all' ? null : petId }, `${tapText[kind]} noted`)

  return (
    <>
      <section className={css.card} aria-label="Visit card">
        <CardContent
          sentAt={card.sentAt}
          content={card.content}
          visit={visit}
          waiting={card.waiting}
          onUndo={(tapId, kind) => tell({ kind: 'undo', tapId }, `${kind} undone`)}
          onRemovePhoto={(photoId) => tell({ kind: 'photo_removal', photoId }, 'Photo removed')}
        />
        <Textarea
          label="Note"
          description={`${visit.with} reads it once you send the card.`}
          autosize
          minRows={2}
          maxRows={8}
          maxLength={mostNote}
          value={written}
          onChange={({ currentTarget }) => setDraft(currentTarget.value)}
          onBlur={saveNote}
        />
        {service === 'dog-walking' && (
          <RouteSwitch isStopped={card.stopped !== null} hasRoute={route.length > 0} tell={tell} />
        )}
      </section>
      <div className={css.panel}>
        <CardTimes card={card} timeZone={visit.timeZone} now={now} />
        {!card.stopped && (
          <>
            {pets.length > 1 && (
              <PickOne
                legend="For"
                name="tap-pet"
                options={[
                  { value: 'all', label: 'All' },
                  ...pets.map(({ id, name }) => ({ value: id as string, label: name })),
                ]}
                value={petId}
                onChange={setPetId}
              />
            )}
            <div className={css.buttons}>
              {tapKinds.map((kind) => {
                const Icon = tapIcons[kind]
                return (
                  <button key={kind} type="button" className={css.tap} onClick={tap(kind)}>
                    <Icon />
                    {tapText[kind]}
                  </button>
                )
              })}
              <PhotoButton count={photos.length} tell={tell} />
            </div>
            <Stop visit={visit} card={card} now={now} onStop={() => tell({ kind: 'stop' }, 'Stopped')} />
          </>
        )}
        {card.stopped && (
          <>
            <div className={css.buttons}>
              <PhotoButton count={photos.length} tell={tell} />
            </div>
            {photos.length === 0 && <p className={css.quiet}>Add at least one photo, then send the card.</p>}
            <Button
              size="xl"
              fullWidth
              disabled={photos.length === 0}
              onClick={() => {
                saveNote()
                tell({ kind: 'send' }, 'Sent')
              }}
            >
              Send to {visit.with}
            </Button>
          </>
        )}
      </div>
    </>
  )
}

/** Asks once more in place: dialogs are loaded when they open, which fails without network. */
function Stop({ visit, card, now, onStop }: Pick<OpenProps, 'visit' | 'card' | 'now'> & { onStop(): void }) {
  const { service } = visit
  const [isAsked, setAsked] = useState(false)
  const first = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isAsked) first.current?.focus()
  }, [isAsked])
  const noun = nounOf[service]
  if (!isAsked)
    return (
      <Button size="xl" fullWidth color="dark" variant="outline" onClick={() => setAsked(true)}>
        Stop the {noun}
      </Button>
    )
  return (
    <fieldset className={css.asking} aria-label={`Stop the ${noun}?`}>
      <p>
        {service === 'hostel-checkin'
          ? 'Stop this day’s card? The stay goes on.'
          : `Stop the ${noun}? ${earlyText(visit, card, now)}The booking is then completed.`}{' '}
        You can still add photos and a note before you send the card.
      </p>
      <Button ref={first} size="xl" onClick={onStop}>
        Yes, stop
      </Button>
      <Button size="xl" variant="default" onClick={() => setAsked(false)}>
        Go on
      </Button>
    </fieldset>
  )
}

/** Warns a sitter who stops so early that the owner may object; empty for others. */
function earlyText(visit: VisitCards, { started }: ShownCard, now: Date): string {
  const { startsAt, endsAt, timeZone } = visit
  const startedAt = started.at
  if (!wasCutShort({ startsAt, endsAt, timeZone, nights: null, startedAt, stoppedAt: now })) return ''
  const ago = lengthText(now.getTime() - (started.onPhone ?? started.at).getTime())
  return `It’s booked until ${clockAt(visit.endsAt, visit.timeZone)}, and it began ${ago} ago. ${visit.with} can report that you left early. `
}

/** Smaller than elsewhere, because these photos wait on the phone for a network. */
const phonePixels = 1600

function PhotoButton({ count, tell }: { count: number; tell: OpenProps['tell'] }) {
  const [problem, setProblem] = useState('')
  const [isBusy, setBusy] = useState(false)
  const hint = useId()
  const isFull = count >= mostCardPhotos

  async function choose(files: readonly File[]) {
    const room = mostCardPhotos - count
    const problems = files.length > room ? [leftOutText(room)] : []
    setBusy(true)
    for (const file of files.slice(0, room)) {
      const photo = await smallerPicture(file, phonePixels)
      const wrong = photoProblem(photo)
      if (wrong) problems.push(files.length > 1 ? `${file.name}: ${wrong}` : wrong)
      else tell({ kind: 'photo', photo }, 'Photo added')
    }
    setProblem(problems.join(' '))
    setBusy(false)
  }
  return (
    <>
      <label className={css.tap} aria-disabled={isFull || isBusy}>
        <CameraIcon />
        {isBusy ? 'Adding...' : isFull ? `${count} photos` : 'Photo'}
        <input
          type="file"
          accept={`${pictureTypes},${heicTypes}`}
          multiple
          className={field.hidden}
          disabled={isFull || isBusy}
          aria-describedby={problem ? hint : undefined}
          aria-invalid={problem ? true : undefined}
          onChange={(event) => {
            const files = [...(event.currentTarget.files ?? [])]
            event.currentTarget.value = ''
            if (files.length > 0) void choose(files)
          }}
        />
      </label>
      {problem && (
        <p id={hint} role="alert" className={css.problem}>
          {problem}
        </p>
      )}
    </>
  )
}

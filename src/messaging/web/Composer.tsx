import { Button, Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type SyntheticEvent,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import field from '#/kernel/web/form/field.module.css'
import { photoProblem } from '#/kernel/web/form/photo-problem.ts'
import { longestSides } from '#/kernel/web/form/redrawn.ts'
import { smallerText, useSmallerFiles } from '#/kernel/web/form/use-smaller-files.ts'
import { isRisky } from '#/messaging/contact.ts'
import { meetTrade, messageLimits, reportTrade, whyClosed } from '#/messaging/rules.ts'
import { contactWarning, meetWarning, messagingText, reportWarning } from '#/messaging/text.ts'
import css from './Composer.module.css'
import { ContactWarning } from './ContactWarning.tsx'
import { useMessageDraft } from './draft.ts'
import { type Place, post } from './outbox.ts'
import { ChosenPictures, PictureButton } from './PicturePicker.tsx'
import type { Thread } from './thread-cache.ts'
import { Unblock } from './Unblock.tsx'

type Props = { place: Place; thread: Thread }

const warnings: Readonly<Record<string, string>> = { [reportTrade]: reportWarning, [meetTrade]: meetWarning }

export function Composer({ place, thread }: Props) {
  const closed = whyClosed({ ...thread, ...thread.booking }, new Date())
  if (!closed) return <WriteForm place={place} thread={thread} />
  return (
    <div className={css.closed} role="status">
      <p>{messagingText[closed]}</p>
      {closed === 'messaging.closed_by_me' && (
        <Unblock bookingId={place.bookingId} name={thread.booking.with} />
      )}
    </div>
  )
}

function WriteForm({ place, thread: { booking } }: Props) {
  const client = useQueryClient()
  const { text, pictures, setText, setPictures } = useMessageDraft(place)
  const [problem, setProblem] = useState('')
  const [isWarned, setWarned] = useState(false)
  const area = useRef<HTMLTextAreaElement>(null)
  const problemId = useId()
  const trimmed = text.trim()
  // Focus the field, but not on a phone, whose keyboard would cover the messages.
  useEffect(() => {
    if (!isOnPhone() && !document.activeElement?.closest('[role=log]')) area.current?.focus()
  }, [])
  const isEmpty = !trimmed && pictures.length === 0

  function add(files: readonly File[]) {
    const found = files.map(photoProblem).find(Boolean)
    const good = files.filter((file) => !photoProblem(file) && !pictures.some((other) => isSame(other, file)))
    const room = messageLimits.pictures - pictures.length
    setProblem(
      found || (good.length > room ? `You can send up to ${messageLimits.pictures} pictures at once.` : ''),
    )
    setPictures([...pictures, ...good.slice(0, room)])
  }

  const smaller = useSmallerFiles(add, longestSides.document)
  const choose = (files: readonly File[]) => smaller.take(files, area.current?.form ?? null)

  function send(isSure = false) {
    if (isEmpty) return
    if (!isSure && isRisky(booking, trimmed)) return setWarned(true)
    post(client, place, { text: trimmed, pictures })
    setText('')
    setPictures([])
    setProblem('')
    setWarned(false)
    area.current?.focus()
  }

  function onKeyDown(event: KeyboardEvent) {
    // On a phone Enter is the only way to a new line, and input methods use Enter to confirm.
    const sends = event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing
    if (!sends || isOnPhone()) return
    event.preventDefault()
    area.current?.form?.requestSubmit()
  }

  function onPaste(event: ClipboardEvent) {
    const files = [...event.clipboardData.files].filter(({ type }) => type.startsWith('image/'))
    if (files.length === 0) return
    event.preventDefault()
    choose(files)
  }

  return (
    <form
      className={css.form}
      onSubmit={(event: SyntheticEvent) => {
        event.preventDefault()
        send()
      }}
    >
      {isWarned && (
        <ContactWarning
          text={warnings[booking.trade] ?? contactWarning}
          onSend={() => send(true)}
          onChange={() => {
            setWarned(false)
            area.current?.focus()
          }}
        />
      )}
      <ChosenPictures
        pictures={pictures}
        onRemove={(file) => {
          setProblem('')
          setPictures(pictures.filter((other) => other !== file))
          area.current?.focus()
        }}
        onBroken={(file) => {
          setProblem(`We couldn’t read ${file.name}. Please choose another picture.`)
          setPictures(pictures.filter((other) => other !== file))
        }}
      />
      <div className={css.row}>
        <PictureButton
          isFull={pictures.length >= messageLimits.pictures}
          describedBy={problemId}
          onChoose={choose}
        />
        <Textarea
          ref={area}
          className={css.text}
          aria-label={`Message to ${booking.with}`}
          placeholder="Write a message"
          autosize
          minRows={1}
          maxRows={6}
          maxLength={messageLimits.text}
          data-autofocus={!isOnPhone() || undefined}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value)
            setWarned(false)
          }}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
        />
        <Button type="submit" aria-disabled={isEmpty} className={css.send}>
          Send
        </Button>
      </div>
      <p role="status" className={field.hint} hidden={!smaller.isBusy}>
        {smallerText(smaller, 'message')}
      </p>
      <div id={problemId}>
        {problem && (
          <p className={field.problem} role="alert">
            {problem}
          </p>
        )}
      </div>
      {text.length > messageLimits.text * 0.9 && (
        <p className={`${field.hint} tabular`} role="status">
          {text.length} of {messageLimits.text} characters
        </p>
      )}
    </form>
  )
}

const isOnPhone = () => window.matchMedia('(pointer: coarse)').matches

const isSame = (a: File, b: File) =>
  a.name === b.name && a.size === b.size && a.lastModified === b.lastModified

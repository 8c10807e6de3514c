import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import type { VisitPicture } from '#/care/pictures.ts'
import { mostPictures, type PictureMoment, pictureMoments } from '#/care/rules.ts'
import { careText } from '#/care/text.ts'
import { pictureMaxBytes, pictureText, pictureTypes } from '#/kernel/pictures.ts'
import { errorCode, errorText } from '#/kernel/web/error-text.ts'
import { FileButton } from '#/kernel/web/form/FileButton.tsx'
import field from '#/kernel/web/form/field.module.css'
import form from '#/kernel/web/form/form.module.css'
import { toast } from '#/kernel/web/toast.ts'
import { ViewFrame } from '#/kernel/web/ViewFrame.tsx'
import { useWrite } from '#/kernel/web/write.ts'
import { noteAddress } from './addresses.ts'
import { reloadNotes, useBookingCare } from './booking-notes.ts'
import { care } from './care.ts'
import css from './Pictures.module.css'
import { Unread } from './Unread.tsx'
import { momentText } from './words.ts'

/** Shows a pet's pictures from one visit; its provider adds and removes them. */
export function PicturesView({ petId, bookingId }: { petId: string; bookingId: string }) {
  const about = useQuery(care.query.pet.queryOptions({ input: { id: petId }, staleTime: 0 }))
  const found = useBookingCare(bookingId, true)
  if (!about.data || !found.data)
    return (
      <Unread
        query={about.data ? found : about}
        what="the pictures"
        missing="We couldn’t find these pictures."
      />
    )
  const { pet, visits } = about.data
  const mayChange = visits.some((visit) => visit.id === bookingId && visit.mayChangePictures)
  const pictures = found.data.pictures.filter((picture) => picture.petId === petId)
  return (
    <ViewFrame
      title={`Pictures of ${pet.name}`}
      back={{ to: noteAddress.timeline(petId), label: `All notes about ${pet.name}` }}
    >
      {mayChange && (
        <p className={form.lead}>
          The owner sees these pictures with the appointment, and we’ll notify them. You can add up to{' '}
          {mostPictures} and remove them until 48 hours after the visit.
        </p>
      )}
      <div className={css.moments}>
        {pictureMoments.map((moment) => (
          <Moment
            key={moment}
            moment={moment}
            petName={pet.name}
            pictures={pictures.filter((picture) => picture.moment === moment)}
            add={mayChange && pictures.length < mostPictures ? { petId, bookingId } : null}
            mayRemove={mayChange}
          />
        ))}
      </div>
    </ViewFrame>
  )
}

type Props = {
  moment: PictureMoment
  petName: string
  pictures: VisitPicture[]
  add: { petId: string; bookingId: string } | null
  mayRemove: boolean
}

function Moment({ moment, petName, pictures, add, mayRemove }: Props) {
  const [problem, setProblem] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  const send = useWrite(care.call.addPictures, {
    onSuccess: async () => {
      toast({ kind: 'success', message: 'The picture has been added.' })
      await reloadNotes()
    },
    onError: (error) => {
      setProblem(errorText(error, careText))
      if (errorCode(error).startsWith('care.')) void reloadNotes()
    },
  })
  const lower = momentText[moment].toLowerCase()

  function choose(file: File) {
    const found = problemOf(file)
    setProblem(found)
    if (!found && add) send.mutate({ ...add, moment, pictures: [file] })
  }

  return (
    <section className={css.moment} aria-label={momentText[moment]}>
      <h2>{momentText[moment]}</h2>
      {pictures.length > 0 ? (
        <ul className={css.large}>
          {pictures.map((picture, index) => (
            <li key={picture.id}>
              <a href={picture.url} target="_blank" rel="noopener noreferrer">
                <img
                  src={picture.url}
                  width={picture.width}
                  height={picture.height}
                  alt={`${petName} ${lower} the visit, ${index + 1} of ${pictures.length} (opens in a new tab)`}
                />
              </a>
              {mayRemove && (
                <Remove
                  id={picture.id}
                  label={`Remove picture ${index + 1} from ${lower} the visit`}
                  onDone={() => input.current?.focus()}
                />
              )}
            </li>
          ))}
        </ul>
      ) : (
        <p className={field.hint}>No pictures from {lower} the visit.</p>
      )}
      {add && (
        <div>
          <FileButton
            ref={input}
            label={send.isPending ? 'Adding...' : `Add a picture from ${lower}`}
            accept={pictureTypes}
            describedBy={id}
            problem={Boolean(problem)}
            busy={send.isPending}
            onChoose={choose}
          />
        </div>
      )}
      {(add || problem) && (
        <div id={id}>
          {problem ? (
            <p className={field.problem} role="alert">
              {problem}
            </p>
          ) : (
            <p className={field.hint}>JPG, PNG or WebP, up to 5 MB.</p>
          )}
        </div>
      )}
    </section>
  )
}

function problemOf(file: File): string {
  if (!pictureTypes.split(',').includes(file.type)) return pictureText['picture.wrong_kind']
  return file.size > pictureMaxBytes ? pictureText['picture.too_large'] : ''
}

function Remove({ id, label, onDone }: { id: string; label: string; onDone(): void }) {
  const remove = useWrite(care.call.removePicture, {
    onSuccess: async () => {
      onDone()
      await reloadNotes()
    },
    onError: (error) => {
      toast({ kind: 'error', message: errorText(error, careText) })
      void reloadNotes()
    },
  })
  return (
    <Button
      variant="subtle"
      aria-label={label}
      aria-disabled={remove.isPending}
      onClick={() => !remove.isPending && remove.mutate({ id })}
    >
      {remove.isPending ? 'Removing...' : 'Remove'}
    </Button>
  )
}

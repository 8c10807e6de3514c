import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import type { VisitPicture } from '#/care/pictures.ts'
import { mostPictures, type PictureMoment, pictureMoments } from '#/care/rules.ts'
import { careText } from '#/care/text.ts'
import { pictureTypes } from '#/kernel/pictures.ts'
import { errorText } from '#/kernel/web/error-text.ts'
import { FileButton } from '#/kernel/web/form/FileButton.tsx'
import field from '#/kernel/web/form/field.module.css'
import form from '#/kernel/web/form/form.module.css'
import { photoProblem } from '#/kernel/web/form/photo-problem.ts'
import { UploadQueue } from '#/kernel/web/form/UploadQueue.tsx'
import { useUploadQueue } from '#/kernel/web/form/use-upload-queue.ts'
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
            visit={{ petId, bookingId }}
            room={mayChange ? mostPictures - pictures.length : 0}
            mayChange={mayChange}
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
  visit: { petId: string; bookingId: string }
  room: number
  mayChange: boolean
}

function Moment({ moment, petName, pictures, visit, room, mayChange }: Props) {
  const [problem, setProblem] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  const uploads = useUploadQueue({
    send: (file, options) => care.call.addPictures({ ...visit, moment, pictures: [file] }, options),
    onSent: async () => {
      toast({ kind: 'success', message: 'The picture has been added.' })
      await reloadNotes()
    },
    texts: careText,
    problemOf: photoProblem,
  })
  const free = room - uploads.awaited
  const lower = momentText[moment].toLowerCase()

  function choose(chosen: readonly File[]) {
    setProblem(uploads.add(chosen, free))
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
              {mayChange && (
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
      <UploadQueue {...uploads} />
      {free > 0 && (
        <div>
          <FileButton
            ref={input}
            label={`Add pictures from ${lower}`}
            accept={pictureTypes}
            describedBy={id}
            problem={Boolean(problem)}
            onChooseAll={choose}
          />
        </div>
      )}
      {(free > 0 || problem) && (
        <div id={id}>
          {problem ? (
            <p className={field.problem} role="alert">
              {problem}
            </p>
          ) : (
            <p className={field.hint}>JPG, PNG, WebP or HEIC. We make large pictures smaller.</p>
          )}
        </div>
      )}
    </section>
  )
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

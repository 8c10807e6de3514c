import { Button } from '@mantine/core'
import { useEffect, useId, useRef, useState } from 'react'
import { pictureText, pictureTypes } from '#/kernel/pictures.ts'
import { goodFiles, nameOf } from './document.ts'
import { FileButton } from './FileButton.tsx'
import field from './field.module.css'
import css from './PhotosField.module.css'
import { photoProblem } from './photo-problem.ts'
import { UploadLine } from './UploadLine.tsx'

type Props = {
  photos: readonly File[]
  kept: readonly string[]
  label?: string
  /** Shown if there is no other photo. */
  otherwise?: { url: string; alt: string } | null
  isRequired: boolean
  most: number
  problem: string | undefined
  onChange(part: { photos?: File[]; keptPhotos?: string[] }): void
}

/** Collects photos; the first one is shown in lists. */
export function PhotosField({
  label = 'Photos',
  photos,
  kept,
  otherwise,
  isRequired,
  problem,
  onChange,
  most,
}: Props) {
  const [refused, setRefused] = useState('')
  const damaged = useRef(new Set<File>())
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  const count = photos.length + kept.length
  const shown = refused || problem

  function add(chosen: readonly File[]) {
    const { good, problem: wrong } = goodFiles(chosen, photos, most - count, photoProblem)
    setRefused(wrong)
    if (good.length > 0) onChange({ photos: [...photos, ...good] })
  }
  /** Takes back a file that only looks like a picture, before the form is sent with it. */
  function refuseDamaged(photo: File) {
    setRefused(pictureText['picture.damaged'])
    // A second one may be found before the first is out of `photos`.
    damaged.current.add(photo)
    onChange({ photos: photos.filter((other) => !damaged.current.has(other)) })
  }
  function remove(part: Parameters<typeof onChange>[0]) {
    setRefused('')
    onChange(part)
    // Waits until the photo is gone and the button is back.
    requestAnimationFrame(() => input.current?.focus())
  }

  return (
    <fieldset className={field.field} data-field="photos">
      <legend className={field.label}>
        {label}{' '}
        {isRequired && (
          <span className={field.star} aria-hidden="true">
            *
          </span>
        )}
      </legend>
      {(count > 0 || otherwise) && (
        <ul className={css.photos}>
          {count === 0 && otherwise && (
            <li>
              <img src={otherwise.url} alt={otherwise.alt} width={120} height={120} />
            </li>
          )}
          {kept.map((url, index) => (
            <li key={url}>
              <img src={url} alt={`${index + 1} of ${count}`} width={120} height={120} />
              <Button
                variant="subtle"
                aria-label={`Remove photo ${index + 1}`}
                onClick={() => remove({ keptPhotos: kept.filter((other) => other !== url) })}
              >
                Remove
              </Button>
            </li>
          ))}
          {photos.map((photo, index) => (
            <li key={nameOf(photo)}>
              <Preview
                photo={photo}
                alt={`${kept.length + index + 1} of ${count}`}
                onDamaged={() => refuseDamaged(photo)}
              />
              <Button
                variant="subtle"
                aria-label={`Remove photo ${kept.length + index + 1}`}
                onClick={() => remove({ photos: photos.filter((other) => other !== photo) })}
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
      {count < most && (
        <FileButton
          ref={input}
          label={count > 0 ? 'Add another photo' : 'Add a photo'}
          accept={pictureTypes}
          describedBy={id}
          problem={Boolean(shown)}
          {...(most > 1 ? { onChooseAll: add } : { onChoose: (photo) => add([photo]) })}
        />
      )}
      <UploadLine files={photos} />
      <div id={id}>
        {shown ? (
          <p className={field.problem} role="alert">
            {shown}
          </p>
        ) : (
          <p className={field.hint}>
            JPG, PNG, WebP or HEIC{most > 1 && `, at most ${most}`}. We make large photos smaller, and remove
            the place where they were taken.
          </p>
        )}
      </div>
    </fieldset>
  )
}

type PreviewProps = { photo: File; alt: string; onDamaged(): void }

function Preview({ photo, alt, onDamaged }: PreviewProps) {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    const url = URL.createObjectURL(photo)
    setAddress(url)
    return () => URL.revokeObjectURL(url)
  }, [photo])
  return address ? (
    <img src={address} alt={alt} width={120} height={120} onError={onDamaged} />
  ) : (
    <span className={css.ghost} />
  )
}

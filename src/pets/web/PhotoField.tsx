import { Button } from '@mantine/core'
import { useEffect, useId, useRef, useState } from 'react'
import { pictureText, pictureTypes } from '#/kernel/pictures.ts'
import { Drawing } from '#/kernel/web/Drawing.tsx'
import type { Species } from '#/pets/rules.ts'
import field from './field.module.css'
import css from './PhotoField.module.css'
import { photoProblem } from './pet-form.ts'

type Props = {
  photo: File | null
  species: Species | null
  problem: string | undefined
  onChange(photo: File | null): void
  onProblem(sentence: string): void
}

/** The photo with its preview; until there is one, the drawing of the species. */
export function PhotoField({ photo, species, problem, onChange, onProblem }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const wordsId = useId()
  const preview = usePreview(photo)

  function choose(file: File | undefined) {
    if (!file) return
    const wrong = photoProblem(file)
    if (wrong) onProblem(wrong)
    else onChange(file)
  }
  function remove() {
    onChange(null)
    input.current?.focus()
  }

  return (
    <div className={css.photo} data-field="photo">
      <div className={css.frame}>
        {preview ? (
          <img
            src={preview}
            alt="Your pet, as others will see it"
            width={112}
            height={112}
            onError={() => {
              onChange(null)
              onProblem(pictureText['picture.damaged'])
            }}
          />
        ) : (
          <Drawing name={species ?? 'other'} width={112} />
        )}
      </div>
      <div>
        <div className={css.buttons}>
          <Button component="label" variant="default" className={css.choose}>
            {photo ? 'Change photo' : 'Add a photo'}
            <input
              ref={input}
              type="file"
              accept={pictureTypes}
              aria-describedby={wordsId}
              aria-invalid={problem ? true : undefined}
              className={field.hidden}
              onChange={(event) => {
                choose(event.currentTarget.files?.[0])
                // So that the same file can be chosen again after it was removed.
                event.currentTarget.value = ''
              }}
            />
          </Button>
          {photo && (
            <Button variant="subtle" onClick={remove}>
              Remove photo
            </Button>
          )}
        </div>
        <div id={wordsId}>
          {problem ? (
            <p className={field.problem} role="alert">
              {problem}
            </p>
          ) : (
            <p className={field.hint}>Optional. JPG, PNG or WebP, up to 5 MB.</p>
          )}
        </div>
      </div>
    </div>
  )
}

/** An address of the file for an img, for as long as it is shown. */
function usePreview(photo: File | null): string | null {
  const [preview, setPreview] = useState<string | null>(null)
  useEffect(() => {
    const address = photo && URL.createObjectURL(photo)
    setPreview(address)
    return () => {
      if (address) URL.revokeObjectURL(address)
    }
  }, [photo])
  return preview
}

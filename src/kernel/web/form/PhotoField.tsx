import { Button } from '@mantine/core'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { pictureText, pictureTypes } from '#/kernel/pictures.ts'
import { FileButton } from './FileButton.tsx'
import field from './field.module.css'
import css from './PhotoField.module.css'
import { photoProblem } from './photo-problem.ts'
import { UploadLine } from './UploadLine.tsx'

type Props = {
  photo: File | null
  keptUrl?: string | null
  /** Shown without a photo; 112 pixels wide. */
  placeholder: ReactNode
  alt: string
  problem: string | undefined
  onChange(photo: File | null): void
  onProblem(sentence: string): void
  /** Removes the current photo; without it, the photo can only be replaced. */
  onRemoveKept?(): void
}

export function PhotoField(props: Props) {
  const { photo, keptUrl, problem, onChange, onProblem, onRemoveKept } = props
  const input = useRef<HTMLInputElement>(null)
  const wordsId = useId()
  const preview = usePreview(photo) ?? keptUrl
  const removable = photo !== null || (Boolean(keptUrl) && onRemoveKept !== undefined)

  function choose(file: File) {
    const wrong = photoProblem(file)
    if (wrong) onProblem(wrong)
    else onChange(file)
  }
  function remove() {
    if (photo) onChange(null)
    else onRemoveKept?.()
    input.current?.focus()
  }

  return (
    <div className={css.photo} data-field="photo">
      <div className={css.frame}>
        {preview ? (
          <img
            src={preview}
            alt={props.alt}
            width={112}
            height={112}
            onError={() => {
              if (!photo) return
              onChange(null)
              onProblem(pictureText['picture.damaged'])
            }}
          />
        ) : (
          props.placeholder
        )}
      </div>
      <div>
        <div className={css.buttons}>
          <FileButton
            ref={input}
            label={preview ? 'Change photo' : 'Add a photo'}
            accept={pictureTypes}
            describedBy={wordsId}
            problem={Boolean(problem)}
            onChoose={choose}
          />
          {removable && (
            <Button variant="subtle" onClick={remove}>
              Remove photo
            </Button>
          )}
        </div>
        {photo && <UploadLine files={[photo]} />}
        <div id={wordsId}>
          {problem ? (
            <p className={field.problem} role="alert">
              {problem}
            </p>
          ) : (
            <p className={field.hint}>Optional. JPG, PNG, WebP or HEIC. We make large photos smaller.</p>
          )}
        </div>
      </div>
    </div>
  )
}

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

import { ImagePlus, X } from 'lucide'
import { useId } from 'react'
import { heicTypes, pictureTypes } from '#/kernel/pictures.ts'
import field from '#/kernel/web/form/field.module.css'
import { LineIcon } from '#/kernel/web/LineIcon.tsx'
import css from './Composer.module.css'
import { Preview } from './Picture.tsx'

export function ChosenPictures(props: {
  pictures: readonly File[]
  onRemove(file: File): void
  onBroken(file: File): void
}) {
  if (props.pictures.length === 0) return null
  return (
    <ul className={css.pictures} aria-label="Pictures to send">
      {props.pictures.map((file) => (
        <li key={`${file.name} ${file.lastModified} ${file.size}`}>
          <Preview file={file} alt={file.name} onBroken={() => props.onBroken(file)} />
          <button
            type="button"
            className={css.remove}
            aria-label={`Remove ${file.name}`}
            onClick={() => props.onRemove(file)}
          >
            <span>
              <LineIcon icon={X} size={14} stroke={2.5} />
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}

type ButtonProps = { isFull: boolean; describedBy: string; onChoose(files: File[]): void }

export function PictureButton({ isFull, describedBy, onChoose }: ButtonProps) {
  const id = useId()
  return (
    <label htmlFor={id} className={css.picker} data-full={isFull || undefined} title="Add pictures">
      <LineIcon icon={ImagePlus} size={24} />
      <input
        id={id}
        type="file"
        multiple
        accept={`${pictureTypes},${heicTypes}`}
        aria-label="Add pictures"
        aria-describedby={describedBy}
        disabled={isFull}
        className={field.hidden}
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])]
          event.currentTarget.value = ''
          if (files.length > 0) onChoose(files)
        }}
      />
    </label>
  )
}

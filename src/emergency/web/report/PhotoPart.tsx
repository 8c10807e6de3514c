import { useState } from 'react'
import own from './Report.module.css'
import { sending } from './use-sending.ts'

type Props = { photo: string | null; onChange: (photo: string | null) => void }

/** Adds a photo to the report, and makes it small. */
export function PhotoPart({ photo, onChange }: Props) {
  const [said, setSaid] = useState('')
  async function take(file: File | undefined) {
    if (!file) return
    setSaid('Reading the photo…')
    const small = await sending().then(
      ({ smallPhoto }) => smallPhoto(file),
      () => null,
    )
    setSaid(
      small
        ? ''
        : 'We couldn’t read this photo. Please choose another one, or send the report without a photo.',
    )
    if (small) onChange(small)
  }
  return (
    <div>
      <label>
        Photo <span className={own.optional}>(optional)</span>
        <input
          type="file"
          accept="image/*"
          className={own.file}
          onChange={({ currentTarget }) => {
            void take(currentTarget.files?.[0])
            currentTarget.value = ''
          }}
        />
      </label>
      {photo && (
        <div className={own.photo}>
          <img src={`data:image/jpeg;base64,${photo}`} alt="The animal you’re reporting" />
          <button type="button" className={own.plain} onClick={() => onChange(null)}>
            Remove photo
          </button>
        </div>
      )}
      <p role="status" className={own.line}>
        {said}
      </p>
    </div>
  )
}

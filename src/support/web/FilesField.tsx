import { Button } from '@mantine/core'
import { useId, useRef, useState } from 'react'
import { documentTypes } from '#/kernel/documents.ts'
import { goodFiles, nameOf } from '#/kernel/web/form/document.ts'
import { FileButton } from '#/kernel/web/form/FileButton.tsx'
import field from '#/kernel/web/form/field.module.css'
import { UploadLine } from '#/kernel/web/form/UploadLine.tsx'
import { ticketLimits } from '#/support/ticket-rules.ts'
import css from './FilesField.module.css'

type Props = { files: readonly File[]; onChange(files: File[]): void }

/** Collects files to send along with a message. */
export function FilesField({ files, onChange }: Props) {
  const [problem, setProblem] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const id = useId()

  function add(chosen: readonly File[]) {
    const { good, problem: found } = goodFiles(chosen, files, ticketLimits.files - files.length)
    setProblem(found)
    if (good.length > 0) onChange([...files, ...good])
  }

  function remove(file: File) {
    setProblem('')
    onChange(files.filter((other) => other !== file))
    // Waits until the row is gone and the button is back.
    requestAnimationFrame(() => input.current?.focus())
  }

  return (
    <fieldset className={field.field}>
      <legend className={field.label}>Files (optional)</legend>
      {files.length > 0 && (
        <ul className={css.list}>
          {files.map((file) => (
            <li key={nameOf(file)}>
              <span className={css.name}>{file.name}</span>
              <span className={css.size}>{sizeText(file.size)}</span>
              <Button variant="subtle" aria-label={`Remove ${file.name}`} onClick={() => remove(file)}>
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
      {files.length < ticketLimits.files && (
        <FileButton
          ref={input}
          label={files.length > 0 ? 'Add another file' : 'Add a file'}
          accept={documentTypes}
          describedBy={id}
          problem={Boolean(problem)}
          onChooseAll={add}
        />
      )}
      <UploadLine files={files} />
      <div id={id}>
        {problem ? (
          <p className={field.problem} role="alert">
            {problem}
          </p>
        ) : (
          <p className={field.hint}>
            A photo, or a PDF of up to 5 MB, helps us see what you see. At most {ticketLimits.files}. Only you
            and our support can open them.
          </p>
        )}
      </div>
    </fieldset>
  )
}

function sizeText(bytes: number): string {
  return bytes < 100_000
    ? `${Math.max(1, Math.round(bytes / 1024))} kB`
    : `${(bytes / 1024 / 1024).toFixed(1)} MB`
}

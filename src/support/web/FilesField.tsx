import { Button } from '@mantine/core'
import { useId, useRef, useState } from 'react'
import { documentTypes } from '#/kernel/documents.ts'
import { FileButton } from '#/kernel/web/form/FileButton.tsx'
import field from '#/kernel/web/form/field.module.css'
import { ticketLimits } from '#/support/ticket-rules.ts'
import css from './FilesField.module.css'
import { fileProblem } from './ticket-form.ts'

type Props = { files: readonly File[]; onChange(files: File[]): void }

/** Collects files to send along with a message. */
export function FilesField({ files, onChange }: Props) {
  const [problem, setProblem] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const id = useId()

  function add(file: File) {
    const found = fileProblem(file)
    setProblem(found ?? '')
    if (!found && !files.some((other) => nameOf(other) === nameOf(file))) onChange([...files, file])
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
          onChoose={add}
        />
      )}
      <div id={id}>
        {problem ? (
          <p className={field.problem} role="alert">
            {problem}
          </p>
        ) : (
          <p className={field.hint}>
            A photo or a PDF helps us see what you see. Up to 5 MB each, at most {ticketLimits.files}. Only
            you and our support can open them.
          </p>
        )}
      </div>
    </fieldset>
  )
}

const nameOf = ({ name, size, lastModified }: File) => `${name} ${size} ${lastModified}`

function sizeText(bytes: number): string {
  return bytes < 100_000
    ? `${Math.max(1, Math.round(bytes / 1024))} kB`
    : `${(bytes / 1024 / 1024).toFixed(1)} MB`
}

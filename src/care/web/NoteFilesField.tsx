import { Button } from '@mantine/core'
import { useId, useRef, useState } from 'react'
import type { Note } from '#/care/notes.ts'
import { noteLimits } from '#/care/rules.ts'
import { documentTypes } from '#/kernel/documents.ts'
import { aboutDocument, goodFiles, nameOf } from '#/kernel/web/form/document.ts'
import { FileButton } from '#/kernel/web/form/FileButton.tsx'
import field from '#/kernel/web/form/field.module.css'
import { UploadLine } from '#/kernel/web/form/UploadLine.tsx'
import css from './NoteFilesField.module.css'

type KeptFile = Note['files'][number]
type Props = {
  kept: readonly KeptFile[]
  added: readonly File[]
  onChange(files: { kept: KeptFile[]; added: File[] }): void
}

export function NoteFilesField({ kept, added, onChange }: Props) {
  const [problem, setProblem] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  const rows = [
    ...kept.map((file) => ({
      key: file.id,
      name: file.name,
      about: aboutDocument(file),
      remove: () => onChange({ kept: kept.filter((one) => one !== file), added: [...added] }),
    })),
    ...added.map((file) => ({
      key: nameOf(file),
      name: file.name,
      about: aboutDocument({ contentType: file.type, bytes: file.size }),
      remove: () => onChange({ kept: [...kept], added: added.filter((one) => one !== file) }),
    })),
  ]

  function add(files: readonly File[]) {
    const { good, problem: found } = goodFiles(files, added, noteLimits.files - rows.length)
    setProblem(found)
    if (good.length > 0) onChange({ kept: [...kept], added: [...added, ...good] })
  }

  return (
    <fieldset className={field.field} data-field="files">
      <legend className={field.label}>Files</legend>
      {rows.length > 0 && (
        <ul className={css.list}>
          {rows.map(({ key, name, about, remove }) => (
            <li key={key}>
              <span className={css.name}>{name}</span>
              <span className={css.about}>{about}</span>
              <Button
                variant="subtle"
                aria-label={`Remove ${name}`}
                onClick={() => {
                  setProblem('')
                  remove()
                  // Wait for the row to disappear and the button to come back.
                  requestAnimationFrame(() => input.current?.focus())
                }}
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
      {rows.length < noteLimits.files && (
        <FileButton
          ref={input}
          label={rows.length > 0 ? 'Add another file' : 'Add a file'}
          accept={documentTypes}
          describedBy={id}
          problem={Boolean(problem)}
          onChooseAll={add}
        />
      )}
      <UploadLine files={added} />
      <div id={id}>
        {problem ? (
          <p className={field.problem} role="alert">
            {problem}
          </p>
        ) : (
          <p className={field.hint}>
            Photos, or PDFs of up to 5 MB each, at most {noteLimits.files}. Only people who can read the note
            can open them.
          </p>
        )}
      </div>
    </fieldset>
  )
}

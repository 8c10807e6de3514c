import { Button } from '@mantine/core'
import { useId, useRef } from 'react'
import { documentTypes } from '#/kernel/documents.ts'
import { aboutDocument, documentProblem } from '#/kernel/web/form/document.ts'
import { FileButton } from '#/kernel/web/form/FileButton.tsx'
import field from '#/kernel/web/form/field.module.css'
import { UploadLine } from '#/kernel/web/form/UploadLine.tsx'
import type { Certificate } from '#/pets/contract.ts'
import css from './CertificateField.module.css'

type Props = {
  /** A newly chosen file. */
  chosen: File | null
  kept: Certificate | null
  problem: string | undefined
  isUploading: boolean
  onChoose(file: File | null): void
  onProblem(sentence: string): void
  onRemoveKept(): void
}

/** Chooses a vaccination's file, which is sent with the form. */
export function CertificateField(props: Props) {
  const { chosen, kept, problem, isUploading, onChoose, onProblem, onRemoveKept } = props
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  const shown = chosen
    ? { name: chosen.name, contentType: chosen.type, bytes: chosen.size }
    : kept && { name: kept.name, contentType: kept.contentType, bytes: kept.bytes }

  function choose(file: File) {
    const wrong = documentProblem(file)
    if (wrong) onProblem(wrong)
    else onChoose(file)
  }
  function remove() {
    if (chosen) onChoose(null)
    else onRemoveKept()
    input.current?.focus()
  }

  return (
    <fieldset className={field.field} data-field="certificate">
      <legend className={field.label}>Certificate</legend>
      {shown && (
        <p className={css.file}>
          <strong>{shown.name}</strong> <span>{aboutDocument(shown)}</span>
        </p>
      )}
      <div className={css.buttons}>
        <FileButton
          ref={input}
          label={shown ? 'Replace file' : 'Add a certificate'}
          accept={documentTypes}
          describedBy={id}
          problem={Boolean(problem)}
          busy={isUploading}
          onChoose={choose}
        />
        {shown && (
          <Button variant="subtle" aria-label="Remove certificate" disabled={isUploading} onClick={remove}>
            Remove
          </Button>
        )}
      </div>
      {chosen && <UploadLine files={[chosen]} />}
      <div id={id}>
        {problem ? (
          <p className={field.problem} role="alert">
            {problem}
          </p>
        ) : (
          <p className={field.hint}>
            Optional. A photo, or a PDF of up to 5 MB. Only you and the provider of a confirmed booking can
            see it.
          </p>
        )}
      </div>
    </fieldset>
  )
}

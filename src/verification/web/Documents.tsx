import { Button } from '@mantine/core'
import { useEffect, useId, useRef, useState } from 'react'
import { documentTypes, mostFiles } from '#/kernel/documents.ts'
import { errorText } from '#/kernel/web/error-text.ts'
import { aboutDocument, documentProblem } from '#/kernel/web/form/document.ts'
import { FileButton } from '#/kernel/web/form/FileButton.tsx'
import field from '#/kernel/web/form/field.module.css'
import { UploadQueue } from '#/kernel/web/form/UploadQueue.tsx'
import { useUploadQueue } from '#/kernel/web/form/use-upload-queue.ts'
import { useWrite } from '#/kernel/web/write.ts'
import type { Standing } from '#/verification/contract.ts'
import { verificationText } from '#/verification/text.ts'
import css from './Documents.module.css'
import { refreshStanding, verification } from './verification.ts'

type Props = {
  standing: Standing
  hint: string
  /** Whether an upload or removal is in progress. */
  onChanging(isChanging: boolean): void
}

/** Adds and removes a record's files, each immediately. */
export function Documents({ standing, hint, onChanging }: Props) {
  const { record, documents } = standing
  const [problem, setProblem] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const wordsId = useId()
  const onError = (error: Error) => setProblem(errorText(error, verificationText))
  const uploads = useUploadQueue({
    send: (file, options) => verification.call.addDocument({ record, file }, options),
    onSent: refreshStanding,
    texts: verificationText,
    problemOf: documentProblem,
  })
  const remove = useWrite(verification.call.removeDocument, {
    onSuccess: async () => {
      await refreshStanding()
      input.current?.focus()
    },
    onError,
  })
  const isChanging = uploads.isSending || remove.isPending
  useEffect(() => onChanging(isChanging), [isChanging, onChanging])
  const room = mostFiles - documents.filter(({ mayRemove }) => mayRemove).length - uploads.awaited

  function choose(chosen: readonly File[]) {
    setProblem(uploads.add(chosen, room))
  }

  return (
    <section className={css.documents} aria-labelledby={`${wordsId}-title`}>
      <h2 id={`${wordsId}-title`}>Documents</h2>
      <p className={css.hint}>{hint} Only you and the people who check it can see them.</p>
      {documents.length > 0 && (
        <ul className={css.list}>
          {documents.map(({ id, name, url, bytes, contentType, mayRemove }) => (
            <li key={id}>
              <a href={url} target="_blank" rel="noopener noreferrer">
                {name}
              </a>
              <span className={css.about}>{aboutDocument({ contentType, bytes })}</span>
              {mayRemove && (
                <Button
                  variant="subtle"
                  aria-label={`Remove ${name}`}
                  aria-disabled={remove.isPending}
                  onClick={() => remove.mutate({ id })}
                >
                  Remove
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      <UploadQueue {...uploads} />
      {room <= 0 ? (
        <p className={field.hint}>{verificationText['verification.too_many_documents']}</p>
      ) : (
        <FileButton
          ref={input}
          label={documents.length > 0 ? 'Add another document' : 'Add a document'}
          accept={documentTypes}
          describedBy={wordsId}
          problem={Boolean(problem)}
          onChooseAll={choose}
        />
      )}
      <div id={wordsId}>
        {problem ? (
          <p className={field.problem} role="alert">
            {problem}
          </p>
        ) : (
          <p className={field.hint}>Photos, or PDFs of up to 5 MB each, at most {mostFiles}.</p>
        )}
      </div>
    </section>
  )
}

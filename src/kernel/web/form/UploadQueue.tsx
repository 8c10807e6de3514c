import { Button } from '@mantine/core'
import field from './field.module.css'
import { UploadLine } from './UploadLine.tsx'
import css from './UploadQueue.module.css'
import type { useUploadQueue } from './use-upload-queue.ts'

/** Shows the files on their way, each with its progress, or with what went wrong and a retry. */
export function UploadQueue({ queue, sending, retry, remove, problemOf }: ReturnType<typeof useUploadQueue>) {
  if (queue.length === 0) return null
  return (
    <ul className={css.queue} aria-label="Uploads">
      {queue.map((one) => (
        <li key={one.key}>
          <span className={css.name}>{one.file.name}</span>
          {one.problem ? (
            <>
              <p role="alert" className={field.problem}>
                {one.problem}
              </p>
              {!problemOf(one.file) && (
                <Button variant="default" aria-label={`Retry ${one.file.name}`} onClick={() => retry(one)}>
                  Retry
                </Button>
              )}
              <Button variant="subtle" aria-label={`Remove ${one.file.name}`} onClick={() => remove(one.key)}>
                Remove
              </Button>
            </>
          ) : (
            <>
              {sending !== one.key && <span className={css.waiting}>Waiting</span>}
              <UploadLine files={[one.file]} />
            </>
          )}
        </li>
      ))}
    </ul>
  )
}

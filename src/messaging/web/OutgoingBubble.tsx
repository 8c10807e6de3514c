import { Button } from '@mantine/core'
import { errorText } from '#/kernel/web/error-text.ts'
import { notSentText, sendText } from '#/messaging/text.ts'
import css from './Bubble.module.css'
import type { Outgoing } from './outbox.ts'
import { Preview } from './Picture.tsx'

type Props = { outgoing: Outgoing; onRetry(): void; onRemove(): void }

export function OutgoingBubble({ outgoing, onRetry, onRemove }: Props) {
  const { text, pictures, progress, error } = outgoing
  return (
    <li className={css.bubble} data-mine>
      <p className={css.who}>You</p>
      {pictures.length > 0 && (
        <ul className={css.pictures} data-alone={pictures.length === 1 || undefined}>
          {pictures.map((file, index) => (
            <li key={`${file.name} ${file.lastModified} ${file.size}`}>
              <Preview file={file} alt={`Picture ${index + 1} of ${pictures.length}`} />
            </li>
          ))}
        </ul>
      )}
      {text && <p className={css.text}>{text}</p>}
      {error ? (
        <>
          <p className={css.failed} role="alert">
            {notSentText} {errorText(error, sendText)}
          </p>
          <div className={css.actions}>
            <Button variant="subtle" onClick={onRemove}>
              Remove
            </Button>
            <Button onClick={onRetry}>Retry</Button>
          </div>
        </>
      ) : (
        <>
          {pictures.length > 0 && (
            <progress className={css.progress} aria-label="Sending pictures" max={1} value={progress} />
          )}
          <p className={css.foot} role="status">
            Sending…
          </p>
        </>
      )}
    </li>
  )
}

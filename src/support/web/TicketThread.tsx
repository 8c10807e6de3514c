import { momentText } from '#/kernel/web/own-clock.ts'
import type { TicketMessage } from '../tickets.ts'
import css from './TicketView.module.css'

/** What was said, oldest first. */
export function TicketThread({ thread }: { thread: TicketMessage[] }) {
  return (
    <ol className={css.thread} aria-label="What was said">
      {thread.map(({ id, by, text, at, files }) => (
        <li key={id} className={css.said} data-by={by}>
          <p className={css.who}>
            <strong>{by === 'support' ? 'Support' : 'You'}</strong>{' '}
            <time dateTime={at.toISOString()}>{momentText(at)}</time>
          </p>
          <p className={css.text}>{text}</p>
          {files.length > 0 && (
            <ul className={css.files} aria-label="Files">
              {files.map((file) => (
                <li key={file.id}>
                  <a href={file.url} target="_blank" rel="noopener noreferrer">
                    {file.name}
                  </a>
                  <span className={css.tab}>opens in a new tab</span>
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ol>
  )
}

import { momentText } from './own-clock.ts'
import css from './Thread.module.css'

export type Said = {
  id: string
  by: 'user' | 'support'
  who: string
  at: Date
  text: string
  files?: { id: string; name: string; url: string }[]
}

export function Thread({ said }: { said: Said[] }) {
  return (
    <ol className={css.thread} aria-label="What was said">
      {said.map(({ id, by, who, at, text, files = [] }) => (
        <li key={id} className={css.said} data-by={by}>
          <p className={css.who}>
            <strong>{who}</strong> <time dateTime={at.toISOString()}>{momentText(at)}</time>
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

import { adviceCheckedOn, dateText, type Source } from '#/emergency/sources.ts'
import css from './Emergency.module.css'

export function Sources({ sources }: { sources: readonly Source[] }) {
  return (
    <div className={css.sources}>
      <p>In our words, from these sources, which we checked on {dateText(adviceCheckedOn)}:</p>
      <ul>
        {sources.map(({ by, title, url, published }) => (
          <li key={url}>
            <a href={url}>{title}</a>, {by}
            {published ? `, ${published}` : ', date of publication not given'}
          </li>
        ))}
      </ul>
    </div>
  )
}

import css from './UpdateLocationDialog.module.css'

type Props = { credits: readonly { text: string; url: string }[] }

/** Credits the sources of the places, as their licences require. */
export function Credits({ credits }: Props) {
  if (credits.length === 0) return null
  return (
    <p className={css.credits}>
      Places by{' '}
      {credits.map(({ text, url }, index) => (
        <span key={url}>
          {index > 0 && ', '}
          <a href={url} target="_blank" rel="noreferrer">
            {text}
          </a>
        </span>
      ))}
    </p>
  )
}

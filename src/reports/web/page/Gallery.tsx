import { useState } from 'react'
import { Drawing } from '#/kernel/web/Drawing.tsx'
import type { Report } from '#/reports/shapes.ts'
import { nameOf } from '#/reports/web/words.ts'
import css from './Gallery.module.css'

/** Shows one photo large, and the others to choose from. */
export function Gallery({ report }: { report: Report }) {
  const [chosen, setChosen] = useState(0)
  const { photos, species } = report
  const name = nameOf(report)
  const shown = photos[chosen] ?? photos[0]
  if (!shown)
    return (
      <div className={css.frame}>
        <Drawing name={species} width={200} />
      </div>
    )
  return (
    <>
      <a className={css.frame} href={shown} target="_blank" rel="noopener noreferrer">
        <img src={shown} alt={`${name}, opens in a new tab`} width={720} height={540} />
      </a>
      {photos.length > 1 && (
        <ul className={css.others} aria-label="Photos">
          {photos.map((url, index) => (
            <li key={url}>
              <button
                type="button"
                aria-label={`Photo ${index + 1} of ${photos.length}`}
                aria-pressed={index === chosen}
                onClick={() => setChosen(index)}
              >
                <img src={url} alt="" width={72} height={72} loading="lazy" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

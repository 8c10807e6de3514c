import { useState } from 'react'
import css from './PhotoList.module.css'

type Props = { photos: readonly string[]; by: string }

/** Shows photos that open in a new tab. */
export function PhotoList({ photos, by }: Props) {
  const [broken, setBroken] = useState<readonly string[]>([])
  return (
    <ul className={css.photos}>
      {photos.map((url, index) => {
        const alt = `Photo ${index + 1} of ${photos.length} by ${by}`
        return (
          <li key={url}>
            {broken.includes(url) ? (
              <p className={css.broken}>This photo can’t be shown.</p>
            ) : (
              <a
                href={url}
                target="_blank"
                rel="noopener noreferrer"
                aria-label={`${alt}, opens in a new tab`}
              >
                <img
                  src={url}
                  alt={alt}
                  width={320}
                  height={240}
                  loading="lazy"
                  decoding="async"
                  onError={() => setBroken((others) => [...others, url])}
                />
              </a>
            )}
          </li>
        )
      })}
    </ul>
  )
}

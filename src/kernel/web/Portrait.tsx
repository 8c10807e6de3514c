import { useState } from 'react'
import { initialsOf } from '#/kernel/initial.ts'
import css from './Portrait.module.css'

type Props = {
  person: { name: string; imageUrl: string | null }
  /** Width and height in pixels. */
  size?: number
}

/** Shows a person's picture, or their initials if there is none or it doesn't load. The name is always beside it. */
export function Portrait({ person, size = 72 }: Props) {
  const [broken, setBroken] = useState<string>()
  const { name, imageUrl } = person
  return (
    <span
      className={css.frame}
      style={{ width: size, height: size, fontSize: size / 2.75 }}
      aria-hidden="true"
    >
      {imageUrl && broken !== imageUrl ? (
        <img
          src={imageUrl}
          alt=""
          width={size}
          height={size}
          loading="lazy"
          decoding="async"
          onError={() => setBroken(imageUrl)}
        />
      ) : (
        initialsOf(name)
      )}
    </span>
  )
}

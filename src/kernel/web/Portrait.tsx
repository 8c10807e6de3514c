import { useState } from 'react'
import { initialsOf } from '#/kernel/initial.ts'
import css from './Portrait.module.css'

type Props = {
  person: { name: string; imageUrl: string | null }
  /** Pixels, both ways. */
  size?: number
}

/** Somebody's picture, or their initials when there is none or it does not load. The name always stands beside it. */
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

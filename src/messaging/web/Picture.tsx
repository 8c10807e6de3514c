import { useEffect, useState } from 'react'
import type { Message } from '#/messaging/contract.ts'
import css from './Picture.module.css'

type Props = {
  picture: Message['pictures'][number]
  alt: string
  /** Called when the link may have expired. */
  onBroken(): void
}

export function Picture({ picture: { url, width, height }, alt, onBroken }: Props) {
  const [brokenUrl, setBrokenUrl] = useState<string>()
  if (brokenUrl === url)
    return (
      <button
        type="button"
        className={css.broken}
        aria-label={`This picture didn’t load. Try again: ${alt}`}
        onClick={onBroken}
      >
        This picture didn’t load. Try again
      </button>
    )
  return (
    <a href={url} target="_blank" rel="noopener noreferrer" className={css.link}>
      <img
        src={url}
        alt={`${alt}, opens in a new tab`}
        width={width}
        height={height}
        loading="lazy"
        className={css.picture}
        onError={() => setBrokenUrl(url)}
      />
    </a>
  )
}

/** Returns an object URL that lives as long as the component. */
function usePreview(file: File): string | undefined {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    const made = URL.createObjectURL(file)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return address
}

export function Preview({ file, alt, onBroken }: { file: File; alt: string; onBroken?: () => void }) {
  const address = usePreview(file)
  return address ? (
    <img src={address} alt={alt} className={css.preview} width={72} height={72} onError={onBroken} />
  ) : (
    <span className={css.preview} />
  )
}

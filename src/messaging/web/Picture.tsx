import { useEffect, useState } from 'react'
import type { Message } from '../contract.ts'
import css from './Picture.module.css'

type Props = {
  picture: Message['pictures'][number]
  alt: string
  /** Its link may have ended: new ones are asked for. */
  onBroken(): void
}

/** A picture of a message, which opens whole in a tab of its own. */
export function Picture({ picture: { url, width, height }, alt, onBroken }: Props) {
  const [brokenUrl, setBrokenUrl] = useState<string>()
  if (brokenUrl === url)
    return (
      <button type="button" className={css.broken} aria-label={`${alt}: try again`} onClick={onBroken}>
        This picture did not load. Try again
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

/** The address of a file that is still here, for as long as it is shown. */
function usePreview(file: File): string | undefined {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    const made = URL.createObjectURL(file)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return address
}

/** A picture that has not been sent. */
export function Preview({ file, alt, onBroken }: { file: File; alt: string; onBroken?: () => void }) {
  const address = usePreview(file)
  return address ? (
    <img src={address} alt={alt} className={css.preview} width={72} height={72} onError={onBroken} />
  ) : (
    <span className={css.preview} />
  )
}

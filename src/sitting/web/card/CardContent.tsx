import { Button } from '@mantine/core'
import type { Card, VisitCards } from '#/sitting/card-contract.ts'
import css from './Card.module.css'
import { tapIcons } from './icons.tsx'
import { RouteLine } from './RouteLine.tsx'
import { clockAt, stampText, tapText } from './words.ts'

type Props = {
  content: Card['content']
  visit: Pick<VisitCards, 'pets' | 'timeZone'>
  /** When the card was sent. */
  sentAt: Date | null
  /** Ids of entries that wait on this phone. */
  waiting?: ReadonlySet<string>
  /** For the sitter, while the card can be changed. */
  onUndo?: ((tapId: string, kind: string) => void) | undefined
  onRemovePhoto?: ((photoId: string) => void) | undefined
}

/** Taps, photos, note and route of a card. */
export function CardContent({ content, visit, sentAt, waiting = new Set(), onUndo, onRemovePhoto }: Props) {
  const { taps, photos, note, noteAt, route } = content
  const { pets, timeZone } = visit
  const petOf = (id: string | null) => pets.length > 1 && pets.find((pet) => pet.id === id)?.name
  return (
    <>
      {photos.length > 0 && (
        <ul className={css.photos} aria-label="Photos">
          {photos.map((photo, index) => (
            <li key={photo.id}>
              <a href={photo.url} target="_blank" rel="noopener noreferrer">
                <img
                  src={photo.url}
                  width={photo.width}
                  height={photo.height}
                  alt={`${index + 1} of ${photos.length}, ${stampText(photo, timeZone)} (opens in a new tab)`}
                />
              </a>
              <span className={css.stamp}>
                {waiting.has(photo.id) ? 'Waiting to be sent' : stampText(photo, timeZone)}
              </span>
              {onRemovePhoto && (
                <Button
                  variant="subtle"
                  onClick={() => onRemovePhoto(photo.id)}
                  aria-label={`Remove photo ${index + 1}`}
                >
                  Remove
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {taps.length > 0 && (
        <ol className={css.taps} aria-label="What happened">
          {taps.map((tap) => {
            const Icon = tapIcons[tap.kind]
            return (
              <li key={tap.id}>
                <Icon />
                <span>
                  <strong>{tapText[tap.kind]}</strong>
                  {petOf(tap.petId) && ` · ${petOf(tap.petId)}`}
                  <span className={css.stamp}>
                    {stampText(tap, timeZone)}
                    {waiting.has(tap.id) && ' · waiting to be sent'}
                  </span>
                </span>
                {onUndo && (
                  <Button
                    variant="subtle"
                    onClick={() => onUndo(tap.id, tapText[tap.kind])}
                    aria-label={`Undo: ${tapText[tap.kind]}, ${stampText(tap, timeZone)}`}
                  >
                    Undo
                  </Button>
                )}
              </li>
            )
          })}
        </ol>
      )}
      {note && <p className={css.note}>{note}</p>}
      {sentAt && noteAt && noteAt > sentAt && (
        <p className={css.stamp}>The note arrived at {clockAt(noteAt, timeZone)}, after the card was sent.</p>
      )}
      <RouteLine route={route} />
    </>
  )
}

import type { Message, ThreadBooking } from '#/messaging/contract.ts'
import css from './Bubble.module.css'
import { Picture } from './Picture.tsx'
import { ReportButton } from './ReportButton.tsx'
import { clockText } from './words.ts'

type Props = {
  message: Message
  booking: ThreadBooking
  onBrokenLink(): void
  onAsking(isAsking: boolean): void
}

/** Each message also names its writer, so that the side isn't the only sign. */
export function Bubble({ message, booking, onBrokenLink, onAsking }: Props) {
  const { id, isMine, text, at, pictures, isErased } = message
  return (
    <li className={css.bubble} data-mine={isMine || undefined}>
      <p className={css.who}>{isMine ? 'You' : booking.with}</p>
      {isErased && <p className={css.erased}>This message was deleted with its writer’s account.</p>}
      {pictures.length > 0 && (
        <ul className={css.pictures} data-alone={pictures.length === 1 || undefined}>
          {pictures.map((picture, index) => (
            <li key={picture.id}>
              <Picture
                picture={picture}
                alt={`Picture ${index + 1} of ${pictures.length} from ${isMine ? 'you' : booking.with}, ${clockText(at)}`}
                onBroken={onBrokenLink}
              />
            </li>
          ))}
        </ul>
      )}
      {text && <p className={css.text}>{text}</p>}
      <p className={css.foot}>
        <time dateTime={at.toISOString()}>{clockText(at)}</time>
        {!isMine && !isErased && (
          <ReportButton
            bookingId={booking.id}
            messageId={id}
            name={booking.with}
            at={clockText(at)}
            onAsking={onAsking}
          />
        )}
      </p>
    </li>
  )
}

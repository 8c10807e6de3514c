import { Button } from '@mantine/core'
import { adviceOn, dialogText, locationText } from '#/location/text.ts'
import css from './CurrentLocation.module.css'
import { AimIcon } from './icons.tsx'
import { useUserLocation } from './user-location.ts'

type Props = {
  userId: string | null
  failure: string
  /** Undefined if places aren't looked up. */
  onDetect: (() => void) | undefined
}

export function CurrentLocation({ userId, failure, onDetect }: Props) {
  const location = useUserLocation(userId)
  const isLoading = location?.isLoading ?? false
  const error = failure || location?.error
  return (
    <div className={css.current}>
      <p className={css.label} id="current-location">
        Current location
      </p>
      <p className={css.place} aria-describedby="current-location">
        {location?.display ?? 'Not set'}
      </p>
      {location?.how === 'written' && <p className={css.note}>{dialogText.written}</p>}
      <p role="alert" className={css.note}>
        {error && error !== location?.display && <strong>{error}. </strong>}
        {error && adviceOn(error)}
      </p>
      {onDetect && (
        <Button
          variant="light"
          leftSection={<AimIcon />}
          aria-disabled={isLoading}
          onClick={() => isLoading || onDetect()}
        >
          {isLoading ? locationText.detecting : 'Use my current location'}
        </Button>
      )}
    </div>
  )
}

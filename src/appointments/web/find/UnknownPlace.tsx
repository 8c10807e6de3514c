import { Button } from '@mantine/core'
import { Note } from './Note.tsx'

type Props = {
  near: string | undefined
  onEverywhere: () => void
  /** Set if the place couldn't be looked up. */
  onRetry: (() => void) | undefined
}

export function UnknownPlace({ near, onEverywhere, onRetry }: Props) {
  return (
    <Note
      drawing={onRetry ? 'something-went-wrong' : 'no-results'}
      title={
        onRetry
          ? `We couldn’t look up “${near}”. Please try again.`
          : `We don’t know where “${near}” is. Try a city, an area or a PIN code.`
      }
      action={
        <>
          {onRetry && <Button onClick={onRetry}>Retry</Button>}
          <Button variant="default" onClick={onEverywhere}>
            Search everywhere
          </Button>
        </>
      }
    />
  )
}

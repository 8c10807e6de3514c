import { Button } from '@mantine/core'
import { drop, type Filters } from './filters.ts'
import { Note } from './Note.tsx'

type Props = {
  filters: Filters
  onFilters: (filters: Filters) => void
  /** Set if the place couldn't be looked up. */
  onRetry: (() => void) | undefined
}

export function UnknownPlace({ filters, onFilters, onRetry }: Props) {
  const { near } = filters
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
          <Button variant="default" onClick={() => onFilters(drop(filters, 'near'))}>
            Search everywhere
          </Button>
        </>
      }
    />
  )
}

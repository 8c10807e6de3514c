import { Button } from '@mantine/core'
import { Link } from 'react-router'
import type { SlotTrade } from '#/booking/trades.ts'
import type { CalendarWords } from '#/booking/web/words.ts'
import { AvailabilityEditor } from './AvailabilityEditor.tsx'

export const availabilityTab = (trade: SlotTrade, words: CalendarWords) => ({
  value: 'availability',
  label: 'Availability',
  wide: true,
  content: (
    <AvailabilityEditor
      trade={trade}
      words={words}
      toProfile={
        <Button component={Link} to="?" replace>
          Go to your profile
        </Button>
      }
    />
  ),
})

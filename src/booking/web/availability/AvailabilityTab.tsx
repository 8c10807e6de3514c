import { Button } from '@mantine/core'
import { Link } from 'react-router'
import type { Trade } from '#/booking/trades.ts'
import type { CalendarWords } from '../words.ts'
import { AvailabilityEditor } from './AvailabilityEditor.tsx'

const words: Readonly<Record<Trade, CalendarWords>> = {
  veterinary: { provider: 'veterinarian', title: 'Doctor' },
  training: { provider: 'trainer', title: 'Trainer' },
  styling: { provider: 'stylist', title: 'Stylist' },
}

/** The tab of a provider's own page in which they keep their hours. */
export const availabilityTab = (trade: Trade) => ({
  value: 'availability',
  label: 'Availability',
  wide: true,
  content: (
    <AvailabilityEditor
      trade={trade}
      words={words[trade]}
      toProfile={
        <Button component={Link} to="?" replace>
          Go to your profile
        </Button>
      }
    />
  ),
})

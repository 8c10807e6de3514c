import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Trade } from '#/booking/trades.ts'
import type { CalendarWords } from '#/booking/web/words.ts'
import { AvailabilityEditor } from './AvailabilityEditor.tsx'

export const availabilityTab = (trade: Trade, words: CalendarWords, rules?: ReactNode) => ({
  value: 'availability',
  label: 'Availability',
  wide: true,
  content: (
    <AvailabilityEditor
      trade={trade}
      words={words}
      rules={rules}
      toProfile={
        <Button component={Link} to="?" replace>
          Go to your profile
        </Button>
      }
    />
  ),
})

import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { errorCode } from '#/kernel/web/error-text.ts'
import { Loaded } from '#/kernel/web/form/Loaded.tsx'
import { sitting } from '#/sitting/web/sitting.ts'
import { DaysAway } from './DaysAway.tsx'
import css from './OwnCalendarTab.module.css'
import { RoomForm } from './RoomForm.tsx'

/** Shows a sitter's days away and booking rules. */
export function OwnCalendarTab() {
  const query = useQuery(sitting.query.ownCalendar.queryOptions({ retry: false }))
  if (query.isError && errorCode(query.error) === 'request.not_found')
    return (
      <div className={css.section}>
        <p className={css.lead}>Please fill in and save your profile first.</p>
        <div>
          <Button component={Link} to="?" replace>
            Go to your profile
          </Button>
        </div>
      </div>
    )
  return (
    <Loaded query={query} what="your calendar">
      {(calendar) => (
        <div className={css.tab}>
          <DaysAway calendar={calendar} />
          <RoomForm calendar={calendar} />
        </div>
      )}
    </Loaded>
  )
}

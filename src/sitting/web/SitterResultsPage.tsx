import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { Note } from '#/appointments/web/index.ts'
import { dayOf } from '#/kernel/time.ts'
import { ownZone } from '#/kernel/web/own-clock.ts'
import { problemOf } from '#/sitting/plan.ts'
import { sittingText } from '#/sitting/text.ts'
import { type Malformed, paths, planIn, searchPath } from './find/address.ts'
import css from './find/FindPage.module.css'
import { FindSitters } from './find/FindSitters.tsx'
import { SearchSummary } from './find/SearchSummary.tsx'
import { useSitterAddress } from './find/use-sitter-address.ts'

const malformed: Readonly<Record<Malformed, string>> = {
  missing: sittingText['sitting.dates_needed'],
  bad: 'Invalid date format in search criteria',
  'no-service': 'Please choose a service.',
}

/** Lists the sitters who have room on the dates in the URL. */
export default function SitterResultsPage() {
  const { address, setFilters, searchEverywhere } = useSitterAddress(paths.results)
  const plan = planIn(address.wanted)
  const problem = typeof plan !== 'string' && problemOf(plan, dayOf(new Date(), ownZone()))
  const refusal = typeof plan === 'string' ? malformed[plan] : problem && sittingText[problem]
  const changeSearch = (
    <Button component={Link} to={searchPath(address)}>
      Change search
    </Button>
  )
  return (
    <div className={css.page}>
      <h1>Available pet sitters</h1>
      {typeof plan === 'string' || refusal ? (
        <Note drawing="no-results" title={refusal as string} action={changeSearch} />
      ) : (
        <>
          <SearchSummary address={address} plan={plan} />
          <FindSitters
            address={address}
            plan={plan}
            changeSearch={changeSearch}
            onFilters={setFilters}
            onEverywhere={searchEverywhere}
          />
        </>
      )}
    </div>
  )
}

import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useSession } from '#/accounts/web/index.ts'
import { useOwnPosition } from '#/appointments/web/index.ts'
import { useNow } from '#/kernel/web/use-now.ts'
import { PetPicture } from '#/pets/web/index.ts'
import { defaultDistance } from '#/reports/rules.ts'
import { reports } from '#/reports/web/reports.ts'
import { nameOf, placeText, seenText } from '#/reports/web/words.ts'
import block from './Block.module.css'
import { All } from './Block.tsx'
import { DashboardBlock } from './DashboardBlock.tsx'
import css from './NearbyLostPets.module.css'

const shown = 3

/** Shows the latest lost pets: within 25 km where the person's place is known, otherwise from everywhere. */
export function NearbyLostPets() {
  const place = useOwnPosition(useSession().user?.id ?? null)
  const now = useNow()
  const near = place && { lat: place.lat, lon: place.lon, within: defaultDistance }
  const query = useQuery(
    reports.query.reports.queryOptions({ input: { status: 'lost', ...near }, enabled: place !== undefined }),
  )
  const rows = query.data?.rows ?? []
  return (
    <DashboardBlock
      title={place ? 'Lost pets nearby' : 'Lost pets'}
      aside={<All to="/pet-reports">All reports</All>}
      isPending={query.isPending}
      isError={query.isError}
      retry={query.refetch}
    >
      {rows.length === 0 ? (
        <p className={block.none}>
          No pets are missing {place ? `within ${defaultDistance} km` : ''}.{' '}
          <Link to="/pet-reports/create">Report a pet</Link>
        </p>
      ) : (
        <ul className={css.list}>
          {rows.slice(0, shown).map((report) => (
            <li key={report.id}>
              <Link to={`/pet-reports/${report.id}`} className={css.pet}>
                <PetPicture
                  pet={{ name: nameOf(report), species: report.species, photoUrl: report.photoUrl }}
                  size={64}
                  decorative
                />
                <span>
                  <strong>{nameOf(report)}</strong>
                  <small>{seenText(report, now)}</small>
                  <small>{placeText(report)}</small>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </DashboardBlock>
  )
}

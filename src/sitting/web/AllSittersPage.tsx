import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { LocationLine } from '#/location/web/index.ts'
import { paths } from './find/address.ts'
import css from './find/FindPage.module.css'
import { FindSitters } from './find/FindSitters.tsx'
import { useSitterAddress } from './find/use-sitter-address.ts'

/** Lists every sitter, with or without room. */
export default function AllSittersPage() {
  const { address, setFilters, searchEverywhere } = useSitterAddress(paths.all)
  return (
    <div className={css.page}>
      <h1>All pet sitters</h1>
      <p className={css.lead}>
        Know your dates? <Link to={paths.search}>Search by dates</Link> and see only sitters with room for
        your pet.
      </p>
      <div className={css.place}>
        <LocationLine />
      </div>
      <FindSitters
        address={address}
        plan={null}
        onFilters={setFilters}
        onEverywhere={searchEverywhere}
        changeSearch={
          <Button component={Link} to={paths.search}>
            Search by dates
          </Button>
        }
      />
    </div>
  )
}

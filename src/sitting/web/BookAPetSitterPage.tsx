import { Link, useLocation } from 'react-router'
import { paths, presetBy } from './find/address.ts'
import css from './find/FindPage.module.css'
import { SearchForm } from './find/SearchForm.tsx'

/** Shows the search for a sitter; the paths of dog walking and day care preset the service. */
export default function BookAPetSitterPage() {
  const { pathname } = useLocation()
  return (
    <div className={css.narrow}>
      <h1>Book a Pet Sitter</h1>
      <p className={css.lead}>
        Tell us when, and we’ll show you sitters who have room. Or <Link to={paths.all}>see all sitters</Link>
        .
      </p>
      <SearchForm key={pathname} preset={presetBy(pathname)} />
    </div>
  )
}

import { Link } from 'react-router'
import css from './Emergency.module.css'

export function Back() {
  return (
    <Link to="/emergency-services" className={css.back}>
      Emergency help
    </Link>
  )
}

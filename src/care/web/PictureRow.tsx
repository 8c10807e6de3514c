import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { VisitPicture } from '#/care/pictures.ts'
import { noteAddress } from './addresses.ts'
import css from './Pictures.module.css'
import { momentText } from './words.ts'

type Props<Shown extends VisitPicture> = {
  pictures: readonly Shown[]
  petName: string
  children?: (picture: Shown) => ReactNode
}

/** Shows small pictures that link to all pictures of their visit. */
export function PictureRow<Shown extends VisitPicture>({ pictures, petName, children }: Props<Shown>) {
  return (
    <ul className={css.row} aria-label={`Pictures of ${petName}`}>
      {pictures.map((picture) => (
        <li key={picture.id}>
          <Link to={noteAddress.pictures(picture.petId, picture.bookingId)}>
            <img
              src={picture.url}
              alt={`${petName}, ${momentText[picture.moment].toLowerCase()} the visit`}
              width={88}
              height={88}
              loading="lazy"
            />
            <span className={css.caption}>{children?.(picture) ?? momentText[picture.moment]}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

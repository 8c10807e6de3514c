import { Link } from 'react-router'
import type { Selling } from '#/shop/selling.ts'
import css from './Selling.module.css'

type Seller = Selling['sellers'][number]

const words: Readonly<Record<Seller['status'], string>> = {
  draft: 'Nothing is listed yet: please submit your profile, so that we can verify it.',
  submitted: 'Nothing is listed yet: we’re still checking your profile. We’ll notify you.',
  rejected: 'Nothing is listed: we couldn’t verify your profile. Its page says why.',
  suspended: 'Nothing is listed while your profile is suspended. Its page says why.',
  verified: '',
}

/** Says why a person's products aren't listed, if they aren't. */
export function SellerNotice({ sellers }: { sellers: Selling['sellers'] }) {
  if (sellers.length === 0)
    return (
      <p className={css.notice}>
        To sell here, first create a <Link to="/profile/supplier">supplier profile</Link>, or a{' '}
        <Link to="/profile/pharmacist">pharmacist profile</Link> for medicines.
      </p>
    )
  return sellers
    .filter(({ canSell }) => !canSell)
    .map((seller) => (
      <p key={seller.record} className={css.notice}>
        {seller.isLeaving ? (
          <>
            You’ve asked us to delete your account, so your products aren’t listed.{' '}
            <Link to="/edit-profile">Change your mind</Link>
          </>
        ) : (
          <>
            <strong>{seller.record === 'supplier' ? 'Supplier' : 'Pharmacist'} profile:</strong>{' '}
            {words[seller.status]} <Link to={`/profile/${seller.record}?tab=verification`}>Open it</Link>
          </>
        )}
      </p>
    ))
}

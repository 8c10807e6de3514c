import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { Loaded } from '#/kernel/web/form/Loaded.tsx'
import { Offer } from './Offer.tsx'
import { OfferForm } from './OfferForm.tsx'
import css from './Packages.module.css'
import { packages } from './packages.ts'

/** Lists a trainer's packages: first those on sale, then the withdrawn ones. */
export function Offers() {
  const query = useQuery(packages.query.ownOffers.queryOptions({ refetchOnMount: 'always' }))
  const [adding, setAdding] = useState(false)
  return (
    <Loaded query={query} what="your packages">
      {({ rows, hourlyRate }) => (
        <>
          <p className={css.lead}>
            Sell several sessions at a lower price. Owners pay at once, and you’re paid session by session.
          </p>
          {hourlyRate === null ? (
            <p>
              Please set your hourly rate in <Link to="/profile/pet-trainer">your profile</Link> first.
            </p>
          ) : adding ? (
            <section className={`${css.card} ${css.add}`} aria-label="New package">
              <OfferForm offer={null} hourlyRate={hourlyRate} onClose={() => setAdding(false)} />
            </section>
          ) : (
            <Button className={css.add ?? ''} onClick={() => setAdding(true)}>
              Add a package
            </Button>
          )}
          {rows.length === 0 && !adding && <p>You have no packages on sale yet.</p>}
          <div className={css.offers}>
            {rows.map((offer) => (
              <Offer key={offer.id} offer={offer} hourlyRate={hourlyRate ?? 0} />
            ))}
          </div>
        </>
      )}
    </Loaded>
  )
}

import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams, useSearchParams } from 'react-router'
import { isUuid } from '#/kernel/uuid.ts'
import { errorCode, errorText } from '#/kernel/web/error-text.ts'
import { Loaded } from '#/kernel/web/form/Loaded.tsx'
import type { Autoship } from '#/shop/autoship.ts'
import { shopText } from '#/shop/text.ts'
import css from '#/shop/web/orders/Checkout.module.css'
import { shop } from '#/shop/web/shop.ts'
import { AutoshipForm } from './AutoshipForm.tsx'

/** Sets up an autoship of the variant in the address, or changes one. */
export default function AutoshipFormPage() {
  const { autoshipId } = useParams()
  const [params] = useSearchParams()
  const variantId = params.get('variant') ?? ''
  return (
    <div className={css.page}>
      <p>
        <Link to="/my-autoships">← My autoships</Link>
      </p>
      <h1>{autoshipId ? 'Change your autoship' : 'Set up an autoship'}</h1>
      {autoshipId ? <Known id={autoshipId} /> : <Offered variantId={variantId} known={null} />}
    </div>
  )
}

function Known({ id }: { id: string }) {
  const query = useQuery(shop.query.autoships.queryOptions({ refetchOnMount: 'always' }))
  return (
    <Loaded query={query} what="your autoship">
      {(rows) => {
        const known = rows.find((row) => row.id === id)
        return known?.variantId ? <Offered variantId={known.variantId} known={known} /> : <NotFound />
      }}
    </Loaded>
  )
}

function Offered({ variantId, known }: { variantId: string; known: Autoship | null }) {
  const query = useQuery(
    shop.query.autoshipOffer.queryOptions({
      input: { variantId },
      refetchOnMount: 'always',
      retry: false,
      enabled: isUuid(variantId),
    }),
  )
  const code = query.error && errorCode(query.error)
  if (!isUuid(variantId) || code === 'request.not_found') return <NotFound />
  if (code === 'shop.no_autoship') return <p role="alert">{errorText(query.error, shopText)}</p>
  return (
    <Loaded query={query} what="the product">
      {(offer) => <AutoshipForm key={variantId} offer={offer} variantId={variantId} known={known} />}
    </Loaded>
  )
}

function NotFound() {
  return (
    <div className={css.empty}>
      <p>This product isn’t sold any more, or the autoship has ended.</p>
      <Button component={Link} to="/my-autoships">
        My autoships
      </Button>
    </div>
  )
}

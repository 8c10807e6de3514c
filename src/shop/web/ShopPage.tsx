import { useLocation, useSearchParams } from 'react-router'
import { onDemand, useOnDemand } from '#/kernel/web/on-demand.ts'
import { useHydrated } from '#/kernel/web/use-hydrated.ts'
import type { Shelf } from '#/shop/rules.ts'
import { CartBadge } from './cart/CartBadge.tsx'
import { readAddress, type ShopAddress, searchOf } from './catalogue/address.ts'
import { FindProducts } from './catalogue/FindProducts.tsx'
import css from './ShopPage.module.css'

const words: Readonly<Record<Shelf, { title: string; lead: string; description: string }>> = {
  merchandise: {
    title: 'Merchandise & Pet Food',
    lead: 'Food, toys and everything in between, from sellers we’ve checked.',
    description: 'Pet food, treats, toys, beds, leads, grooming and litter from checked sellers in India.',
  },
  pharmacy: {
    title: 'Pharmacy',
    lead: 'Medicines from verified pharmacists. Some need a vet’s prescription.',
    description: 'Medicines for pets from verified pharmacists, with and without a prescription.',
  },
}

const productView = onDemand(() => import('./catalogue/ProductView.tsx'))

/** The catalogue of one shelf, by the path; the address holds filters and the open product. */
export default function ShopPage() {
  const shelf: Shelf = useLocation().pathname.startsWith('/pharmacy') ? 'pharmacy' : 'merchandise'
  const [params, setParams] = useSearchParams()
  // The page is built without knowing its address.
  const address = useHydrated() ? readAddress(params, shelf) : null
  const { title, lead, description } = words[shelf]
  const change = (part: Partial<ShopAddress>, options?: { replace: boolean }) =>
    // From the browser's address, so that a second change doesn't undo one that isn't shown yet.
    setParams(searchOf({ ...readAddress(new URLSearchParams(window.location.search), shelf), ...part }), {
      preventScrollReset: true,
      replace: true,
      ...options,
    })
  const ProductView = useOnDemand(productView, Boolean(address?.product))
  return (
    <div className={css.page}>
      <meta name="description" content={description} />
      {address?.product ? (
        ProductView && (
          <ProductView
            id={address.product}
            back={{ search: `?${new URLSearchParams(searchOf({ ...address, product: null }))}`, name: title }}
          />
        )
      ) : (
        <>
          <div className={css.head}>
            <h1>{title}</h1>
            <CartBadge />
          </div>
          <p className={css.lead}>{lead}</p>
          <FindProducts key={shelf} shelf={shelf} address={address} onChange={change} />
        </>
      )}
    </div>
  )
}

import { Button, NativeSelect } from '@mantine/core'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { formatMoney } from '#/kernel/money.ts'
import { unknownErrorText } from '#/kernel/text.ts'
import { Drawing } from '#/kernel/web/Drawing.tsx'
import { Loaded } from '#/kernel/web/form/Loaded.tsx'
import { byCursor } from '#/kernel/web/list/by-cursor.ts'
import { PagedList } from '#/kernel/web/list/PagedList.tsx'
import { SearchField } from '#/kernel/web/list/SearchField.tsx'
import type { OwnProductRow, Selling } from '#/shop/selling.ts'
import {
  myProductsPath,
  myReviewsPath,
  mySalesPath,
  type OwnProductView,
  ownProductViews,
} from '#/shop/selling-rules.ts'
import { shop } from '#/shop/web/shop.ts'
import { categoryText } from '#/shop/web/words.ts'
import { DeliverySection } from './DeliverySection.tsx'
import { ExportButton } from './ExportButton.tsx'
import { SellerNotice } from './SellerNotice.tsx'
import css from './Selling.module.css'

const viewText: Readonly<Record<OwnProductView, string>> = {
  in_stock: 'In stock',
  low: 'Low or out of stock',
  hidden: 'Hidden',
}

/** Lists a seller's own products. The address holds the search and the filter. */
export default function MyProductsPage() {
  const selling = useQuery(shop.query.selling.queryOptions({ refetchOnMount: 'always' }))
  return (
    <div className={css.page}>
      <h1>My products</h1>
      <p className={css.lead}>Your products and their stock.</p>
      <Loaded query={selling} what="your shop">
        {(found) => (
          <>
            <SellerNotice sellers={found.sellers} />
            {found.sellers.some(({ canSell }) => canSell) && (
              <div className={css.buttons}>
                <Button component={Link} to={`${myProductsPath}/new`} color="marigold">
                  Add a product
                </Button>
                <Button component={Link} to={`${myProductsPath}/import`} variant="default">
                  Import
                </Button>
                {found.counts.all > 0 && <ExportButton />}
                <Button component={Link} to={mySalesPath} variant="default">
                  Sales
                </Button>
                <Button component={Link} to={myReviewsPath} variant="default">
                  Reviews
                </Button>
              </div>
            )}
            {found.sellers.map((seller) => (
              <DeliverySection key={seller.record} seller={seller} isOnly={found.sellers.length === 1} />
            ))}
            {found.sellers.length > 0 && <Products counts={found.counts} />}
          </>
        )}
      </Loaded>
    </div>
  )
}

function Products({ counts }: { counts: Selling['counts'] }) {
  const [params, setParams] = useSearchParams()
  const q = params.get('q') ?? ''
  const show = ownProductViews.find((view) => view === params.get('show'))
  const go = (next: { q?: string; show?: string }) => {
    const all = { q, show: show ?? '', ...next }
    setParams(Object.fromEntries(Object.entries(all).filter(([, value]) => value)), {
      replace: true,
      preventScrollReset: true,
    })
  }
  const query = useInfiniteQuery({
    ...shop.query.ownProducts.infiniteOptions({
      ...byCursor,
      input: (cursor) => ({ cursor, ...(q && { q }), ...(show && { show }) }),
      refetchOnMount: 'always',
    }),
    placeholderData: keepPreviousData,
  })
  const isNarrowed = Boolean(q || show)
  return (
    <>
      <search className={css.filters}>
        <SearchField search={q} description="Name, brand or SKU" onSearch={(text) => go({ q: text })} />
        <NativeSelect
          label="Show"
          value={show ?? ''}
          data={[
            { value: '', label: `All (${counts.all})` },
            ...ownProductViews.map((value) => ({ value, label: `${viewText[value]} (${counts[value]})` })),
          ]}
          onChange={({ currentTarget: { value } }) => go({ show: value })}
        />
      </search>
      <PagedList
        query={query}
        what={{ one: 'product', many: 'products' }}
        failed={unknownErrorText}
        dense
        empty={{
          drawing: isNarrowed ? 'no-results' : 'pet-merchandise',
          sentence: isNarrowed ? 'None of your products match.' : 'You have no products yet.',
          action: isNarrowed && (
            <Button variant="default" onClick={() => go({ q: '', show: '' })}>
              Show all products
            </Button>
          ),
        }}
      >
        {(product) => <Row product={product} />}
      </PagedList>
    </>
  )
}

function Row({ product }: { product: OwnProductRow }) {
  const { id, name, brand, category, imageUrl, price, variantCount, stock, lowCount } = product
  return (
    <article className={css.row}>
      <div className={css.picture}>
        {imageUrl ? (
          <img src={imageUrl} alt="" width={72} height={72} />
        ) : (
          <Drawing name="pet-merchandise" width={56} />
        )}
      </div>
      <div className={css.words}>
        <h2>
          <Link to={`${myProductsPath}/${id}`}>{name}</Link>
        </h2>
        <p className={css.soft}>
          {brand} · {categoryText[category]} · {variantCount > 1 && 'from '}
          {formatMoney(price)}
        </p>
        <p className={css.soft}>
          {stock.toLocaleString('en-IN')} in stock
          {variantCount > 1 && ` in ${variantCount} sizes`}
          {lowCount > 0 && (
            <span className={css.low}>
              {' '}
              · {variantCount > 1 ? `${lowCount} low` : stock === 0 ? 'Out of stock' : 'Low'}
            </span>
          )}
        </p>
        <Standing product={product} />
      </div>
    </article>
  )
}

function Standing({ product: { hiddenReason, isShown } }: { product: OwnProductRow }) {
  if (hiddenReason) return <p className={css.hidden}>Hidden by us: {hiddenReason}</p>
  return isShown ? null : <p className={css.soft}>Hidden</p>
}

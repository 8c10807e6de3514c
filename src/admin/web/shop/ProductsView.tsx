import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { admin } from '#/admin/web/frame/admin.ts'
import { Chip } from '#/admin/web/frame/Chip.tsx'
import { Decide } from '#/admin/web/frame/Decide.tsx'
import css from '#/admin/web/frame/Desk.module.css'
import { DeskList } from '#/admin/web/frame/DeskList.tsx'
import { deskPages } from '#/admin/web/frame/desk-pages.ts'
import { FilterSelect } from '#/admin/web/frame/FilterSelect.tsx'
import removable from '#/admin/web/frame/Removable.module.css'
import { useFilters } from '#/admin/web/frame/use-filters.ts'
import { userAddress } from '#/admin/web/frame/words.ts'
import { formatMoney } from '#/kernel/money.ts'
import { Drawing } from '#/kernel/web/Drawing.tsx'
import { momentText } from '#/kernel/web/own-clock.ts'
import type { DeskProduct } from '#/shop/desk.ts'
import { categoryText } from '#/shop/web/index.ts'
import own from './Products.module.css'

export function ProductsView() {
  const {
    filters: { q: search, show, seller },
    go,
  } = useFilters('products', ['q', 'show', 'seller'])
  const isHidden = show === 'hidden'
  const isRenamed = show === 'renamed'
  const query = useInfiniteQuery(
    admin.query.products.infiniteOptions({
      ...deskPages,
      input: (cursor) => ({
        cursor,
        ...(search && { search }),
        ...(seller && { sellerId: seller }),
        ...(isHidden && { show: 'hidden' as const }),
        ...(isRenamed && { show: 'renamed' as const }),
      }),
    }),
  )
  const sellerName = query.data?.pages[0]?.rows[0]?.seller.name
  const isNarrowed = Boolean(search || seller || isHidden || isRenamed)
  return (
    <DeskList
      title="Products"
      lead={
        isHidden
          ? 'Products that we’ve hidden. Their sellers can read the reason.'
          : isRenamed
            ? 'Products renamed by their sellers after buyers had reviewed them.'
            : 'Everything that sellers offer, the newest first.'
      }
      query={query}
      what={{ one: 'product', many: 'products' }}
      search={{
        search,
        description: 'Part of the name, brand or category, or the product’s ID',
        onSearch: (q) => go({ q }),
      }}
      filters={
        <>
          <FilterSelect
            value={isHidden || isRenamed ? show : ''}
            options={{ '': 'All products', hidden: 'Hidden by us', renamed: 'Renamed after reviews' }}
            onChange={(value) => go({ show: value })}
          />
          {seller && (
            <Button variant="default" onClick={() => go({ seller: '' })}>
              Products of all sellers
            </Button>
          )}
        </>
      }
      note={seller && sellerName && <p>Only products of {sellerName}.</p>}
      empty={isNarrowed ? 'No products match.' : 'Nobody sells anything yet.'}
      onAll={isNarrowed && (() => go({ q: '', show: '', seller: '' }))}
    >
      {(product) => <Shown product={product} onSeller={seller ? undefined : (id) => go({ seller: id })} />}
    </DeskList>
  )
}

type Props = { product: DeskProduct; onSeller: ((sellerId: string) => void) | undefined }

function Shown({ product, onSeller }: Props) {
  const {
    id,
    name,
    brand,
    category,
    imageUrl,
    price,
    variantCount,
    seller,
    isListed,
    hidden,
    like,
    reviewedAs,
  } = product
  return (
    <article className={`${css.row} ${css.card} ${own.product}`} tabIndex={-1} aria-label={name}>
      <div className={own.picture}>
        {imageUrl ? (
          <img src={imageUrl} alt="" width={72} height={72} loading="lazy" />
        ) : (
          <Drawing name="pet-merchandise" width={56} />
        )}
      </div>
      <div className={own.facts}>
        <div className={css.cardHead}>
          <h2>{name}</h2>
          {hidden ? <Chip kind="bad">Hidden</Chip> : !isListed && <Chip kind="quiet">Not listed</Chip>}
          {like && <Chip kind="warn">Similar to a hidden product</Chip>}
          {reviewedAs && <Chip kind="warn">Renamed</Chip>}
        </div>
        <p className={css.soft}>
          {brand} · {categoryText[category]}
          {price && ` · ${variantCount > 1 ? 'from ' : ''}${formatMoney(price)}`}
        </p>
        <p>
          Sold by <Link to={userAddress(seller.userId)}>{seller.name}</Link>
        </p>
        {like && <p className={removable.words}>The same seller added this after we hid “{like.name}”.</p>}
        {reviewedAs && <p className={removable.words}>Buyers reviewed it as “{reviewedAs}”.</p>}
        {hidden && (
          <p className={removable.words}>
            Hidden {momentText(hidden.at)}: {hidden.reason}
          </p>
        )}
        <div className={removable.buttons}>
          {onSeller && (
            <Button
              variant="default"
              aria-label={`Only products of ${seller.name}`}
              onClick={() => onSeller(seller.id)}
            >
              Only this seller
            </Button>
          )}
          {hidden ? (
            <Decide
              key="show"
              call={admin.call.showProduct}
              input={{ id }}
              label="Show again"
              spoken={`Show ${name} again`}
              title="Show this product again?"
              reason="none"
              color="teal"
              busy="Saving..."
              told="The product isn’t hidden any more."
            >
              <p>Buyers can find and buy {name} again, and we’ll tell its seller.</p>
            </Decide>
          ) : (
            <Decide
              key="hide"
              call={admin.call.hideProduct}
              input={{ id }}
              label="Hide product"
              spoken={`Hide ${name}`}
              title="Hide this product?"
              reasonHint={`We’ll tell ${seller.name} the reason, and keep it in the audit log.`}
              longestReason={500}
              confirm="Hide"
              busy="Hiding..."
              told="The product is hidden."
            >
              <p>
                Nobody can find or buy {name} until an admin shows it again. In carts it’s “No longer sold”.
                Orders that were placed stay.
              </p>
            </Decide>
          )}
        </div>
      </div>
    </article>
  )
}

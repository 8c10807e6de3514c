import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import button from '#/kernel/web/button.module.css'
import { Drawing } from '#/kernel/web/Drawing.tsx'
import { useTypedSearch } from '#/kernel/web/list/use-typed-search.ts'
import { type ProductSort, productSorts, type Shelf, shelves, sortWith } from '#/shop/rules.ts'
import { categoryText, loadFailedText, sortText } from '#/shop/web/words.ts'
import { countFilters, noFilters, type ShopAddress } from './address.ts'
import css from './FindProducts.module.css'
import { ProductCard } from './ProductCard.tsx'
import { ProductFilters } from './ProductFilters.tsx'
import { useProducts } from './use-products.ts'

const sortsWith = (words: string) => productSorts.filter((sort) => sort !== 'best' || words.trim())

type Props = {
  shelf: Shelf
  /** Null until the page knows its address. */
  address: ShopAddress | null
  onChange: (part: Partial<ShopAddress>) => unknown
}

export function FindProducts({ shelf, address, onChange }: Props) {
  const shown = address ?? noFilters
  const products = useProducts(shelf, address)
  const [isOpen, setIsOpen] = useState(false)
  const { typed, setTyped, search } = useTypedSearch({
    searched: shown.q,
    same: (a, b) => a === b,
    trim: (words) => words.trim(),
    onSearch: (q) => onChange({ q }),
  })
  const { page } = products
  const facets = page?.facets ?? undefined
  const count = countFilters(shown)
  const showAll = () => {
    setTyped('')
    onChange({ ...noFilters, sort: shown.sort })
  }
  const countIn = (category: string) => facets?.category.find(({ value }) => value === category)?.count ?? 0
  return (
    <>
      <search>
        <form
          className={css.search}
          onSubmit={(event) => {
            event.preventDefault()
            search()
          }}
        >
          <label>
            <span className={css.spoken}>Search {shelf === 'pharmacy' ? 'medicines' : 'products'}</span>
            <input
              type="search"
              className={css.input}
              placeholder={shelf === 'pharmacy' ? 'Name, brand or strength' : 'Name, brand or animal'}
              value={typed}
              maxLength={200}
              enterKeyHint="search"
              onChange={({ target }) => setTyped(target.value)}
            />
          </label>
        </form>
        <fieldset className={css.categories}>
          <legend className={css.spoken}>Category</legend>
          {[null, ...shelves[shelf]].map((category) => (
            <button
              key={category ?? 'all'}
              type="button"
              className={css.chip}
              aria-pressed={shown.category === category}
              onClick={() => onChange({ category })}
            >
              {category ? categoryText[category] : 'All'}
              {category && facets && <span className={css.count}>{countIn(category)}</span>}
            </button>
          ))}
        </fieldset>
      </search>
      <div className={css.columns}>
        <div className={css.side}>
          <button
            type="button"
            className={css.toggle}
            aria-expanded={isOpen}
            aria-controls="shop-filters"
            onClick={() => setIsOpen(!isOpen)}
          >
            Filters{count > 0 && ` (${count})`}
          </button>
          <div id="shop-filters" className={isOpen ? css.open : css.closed}>
            <ProductFilters shelf={shelf} address={shown} facets={facets} onChange={onChange} />
            {count > 0 && (
              <button type="button" className={button.plain} onClick={showAll}>
                Clear all
              </button>
            )}
          </div>
        </div>
        <div className={css.results} aria-busy={!page || products.isOld}>
          <div className={css.head}>
            <p role="status" className={css.total}>
              {page && facets && !products.isOld
                ? `${facets.total.toLocaleString('en-IN')} ${facets.total === 1 ? 'product' : 'products'}`
                : ''}
            </p>
            <div className={css.sort}>
              <label htmlFor="shop-sort">Sort by</label>
              <select
                id="shop-sort"
                className={css.select}
                value={sortWith(shown.q, shown.sort)}
                onChange={({ target }) => {
                  const sort = target.value as ProductSort
                  onChange({ sort: sort === sortWith(shown.q, null) ? null : sort })
                }}
              >
                {sortsWith(shown.q).map((sort) => (
                  <option key={sort} value={sort}>
                    {sortText[sort]}
                  </option>
                ))}
              </select>
            </div>
          </div>
          {page?.searchedFor && !products.isOld && page.rows.length > 0 && (
            <p className={css.meant}>
              Nothing is called “{shown.q}”. These are for <strong>{page.searchedFor}</strong>.
            </p>
          )}
          {products.failed ? (
            <Message drawing="something-went-wrong" sentence={loadFailedText}>
              <button type="button" className={button.primary} onClick={products.retry}>
                Retry
              </button>
            </Message>
          ) : !page ? (
            <Ghosts />
          ) : page.rows.length === 0 ? (
            <Message
              drawing="no-results"
              sentence={
                count > 0 || shown.q || shown.category ? 'No products match.' : 'Nothing is sold here yet.'
              }
            >
              {(count > 0 || shown.q || shown.category) && (
                <button type="button" className={button.quiet} onClick={showAll}>
                  Show all
                </button>
              )}
              {shown.q && <OtherShelf shelf={shelf} words={shown.q} />}
              {shown.q && (
                <fieldset className={css.instead}>
                  <legend>Or look in</legend>
                  {shelves[shelf].map((category) => (
                    <button
                      key={category}
                      type="button"
                      className={css.chip}
                      onClick={() => {
                        setTyped('')
                        onChange({ ...noFilters, sort: shown.sort, category })
                      }}
                    >
                      {categoryText[category]}
                    </button>
                  ))}
                </fieldset>
              )}
            </Message>
          ) : (
            <List products={products} page={page} address={shown} />
          )}
        </div>
      </div>
    </>
  )
}

/** A link to the same search where it may find something: each shelf has a page of its own. */
function OtherShelf({ shelf, words }: { shelf: Shelf; words: string }) {
  const [to, name] = shelf === 'pharmacy' ? ['/merchandise', 'the shop'] : ['/pharmacy', 'the pharmacy']
  return (
    <Link to={`${to}?q=${encodeURIComponent(words)}`} className={button.plain}>
      Search {name}
    </Link>
  )
}

type Products = ReturnType<typeof useProducts>

function List({
  products,
  page,
  address,
}: {
  products: Products
  page: NonNullable<Products['page']>
  address: ShopAddress
}) {
  const list = useRef<HTMLUListElement>(null)
  const countBefore = useRef<number>(undefined)
  const count = page.rows.length
  useEffect(() => {
    const first = countBefore.current
    if (first === undefined || count <= first) return
    countBefore.current = undefined
    list.current?.children[first]?.querySelector('a')?.focus({ preventScroll: true })
  }, [count])
  return (
    <>
      <ul className={css.grid} ref={list}>
        {page.rows.map((product, index) => (
          <li key={product.id}>
            <ProductCard product={product} address={address} isEager={index < 4} />
          </li>
        ))}
      </ul>
      {page.nextCursor && (
        <button
          type="button"
          className={`${button.quiet} ${css.more}`}
          aria-disabled={products.isLoadingMore}
          onClick={() => {
            countBefore.current = count
            products.showMore()
          }}
        >
          {products.isLoadingMore ? 'Loading...' : 'Show more'}
        </button>
      )}
      {products.moreFailed && (
        <p role="alert" className={css.failed}>
          We couldn’t load more. Please try again.
        </p>
      )}
    </>
  )
}

const Ghosts = () => (
  <div className={css.grid}>
    {[1, 2, 3, 4, 5, 6].map((ghost) => (
      <div key={ghost} className={css.ghost} />
    ))}
  </div>
)

type MessageProps = {
  drawing: 'no-results' | 'something-went-wrong'
  sentence: string
  children: React.ReactNode
}

function Message({ drawing, sentence, children }: MessageProps) {
  return (
    <div className={css.message}>
      <Drawing name={drawing} />
      <p>{sentence}</p>
      {children}
    </div>
  )
}

import { Button, NativeSelect } from '@mantine/core'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { SellerRow } from '#/admin/sellers.ts'
import { formatMoney } from '#/kernel/money.ts'
import { unknownErrorText } from '#/kernel/text.ts'
import { byCursor } from '#/kernel/web/list/by-cursor.ts'
import { PagedList } from '#/kernel/web/list/PagedList.tsx'
import { SearchField } from '#/kernel/web/list/SearchField.tsx'
import { type SellerFilter, sellerFilters } from '#/shop/desk.ts'
import { stateCodes, states } from '#/shop/states.ts'
import { categoryText } from '#/shop/web/index.ts'
import { admin } from './admin.ts'
import { Chip } from './Chip.tsx'
import css from './Desk.module.css'
import removable from './Removable.module.css'
import { useFilters } from './use-filters.ts'
import { autoshipsAddress, productsOfSeller, recordAddress, recordName, userAddress } from './words.ts'

const filterNames: Readonly<Record<SellerFilter, string>> = {
  all: 'All sellers',
  selling: 'Can sell now',
  not_selling: 'Can’t sell now',
}

const byName = stateCodes
  .map((value) => ({ value: value as string, label: states[value] as string }))
  .toSorted((a, b) => a.label.localeCompare(b.label))

export function SellersView() {
  const { filters, go } = useFilters('sellers', ['q', 'state', 'show'])
  const state = stateCodes.find((code) => code === filters.state)
  const show = sellerFilters.find((name) => name === filters.show) ?? 'all'
  const isNarrowed = Boolean(filters.q || state || show !== 'all')
  const query = useInfiniteQuery({
    ...admin.query.sellers.infiniteOptions({
      ...byCursor,
      input: (cursor) => ({ cursor, show, ...(filters.q && { search: filters.q }), ...(state && { state }) }),
      refetchOnWindowFocus: 'always',
    }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <h1>Sellers</h1>
      <p className={css.lead}>Suppliers and pharmacists, newest first. To suspend one, open their account.</p>
      <search className={css.filters}>
        <SearchField
          search={filters.q}
          description="Part of the name, email, address or city, or the seller’s ID"
          onSearch={(q) => go({ q })}
        />
        <NativeSelect
          label="State"
          value={state ?? ''}
          data={[{ value: '', label: 'All of India' }, ...byName]}
          onChange={({ currentTarget: { value } }) => go({ state: value })}
        />
        <NativeSelect
          label="Show"
          value={show}
          data={sellerFilters.map((value) => ({ value, label: filterNames[value] }))}
          onChange={({ currentTarget: { value } }) => go({ show: value === 'all' ? '' : value })}
        />
      </search>
      <PagedList
        query={query}
        what={{ one: 'seller', many: 'sellers' }}
        failed={unknownErrorText}
        empty={{
          drawing: 'no-results',
          sentence: isNarrowed ? 'No sellers match.' : 'There are no sellers yet.',
          action: isNarrowed && (
            <Button variant="default" onClick={() => go({ q: '', state: '', show: '' })}>
              Show all sellers
            </Button>
          ),
        }}
      >
        {(seller) => <Shown seller={seller} />}
      </PagedList>
    </>
  )
}

function Shown({ seller }: { seller: SellerRow }) {
  const { id, record, name, place, state, user, canSell, isSuspended, openOrders, autoships } = seller
  return (
    <article className={`${css.row} ${css.card}`} tabIndex={-1} aria-label={name}>
      <div className={css.cardHead}>
        <h2>{name}</h2>
        {isSuspended ? (
          <Chip kind="bad">Suspended</Chip>
        ) : canSell ? (
          <Chip kind="good">Can sell</Chip>
        ) : (
          <Chip kind="quiet">Can’t sell</Chip>
        )}
      </div>
      <p className={css.soft}>
        {recordName(record)} · {place}
        {state && !place.includes(states[state]) && ` · ${states[state]}`}
      </p>
      <p>
        <Link to={userAddress(user.id)}>{user.name || 'No name'}</Link>
        {user.email && <span className={css.soft}> · {user.email}</span>}
      </p>
      <p>{offerText(seller)}</p>
      <p className={css.soft}>
        {openOrders === 1 ? '1 open order' : `${openOrders} open orders`} ·{' '}
        {autoships === 1 ? '1 autoship' : `${autoships} autoships`} · {owedText(seller)}
      </p>
      <div className={removable.buttons}>
        <Button
          component={Link}
          to={productsOfSeller(id)}
          variant="default"
          aria-label={`Products of ${name}`}
        >
          Products
        </Button>
        <Button
          component={Link}
          to={autoshipsAddress(name)}
          variant="default"
          aria-label={`Autoships of ${name}`}
        >
          Autoships
        </Button>
        <Button
          component={Link}
          to={recordAddress(record, id)}
          variant="default"
          aria-label={`Provider check of ${name}`}
        >
          Provider check
        </Button>
        {seller.owed.amount > 0 && (
          <Button component={Link} to="?view=payouts" variant="default" aria-label={`Payouts of ${name}`}>
            Payouts
          </Button>
        )}
      </div>
    </article>
  )
}

function offerText({ listed, products, categories }: SellerRow): string {
  if (products === 0) return 'No products yet.'
  const count = listed === products ? `${listed} listed` : `${listed} of ${products} products listed`
  return [count, categories.map((name) => categoryText[name]).join(', ')].filter(Boolean).join(': ')
}

const owedText = ({ owed, ready }: SellerRow): string =>
  owed.amount <= 0
    ? 'nothing owed'
    : `${formatMoney(owed)} owed${ready.amount > 0 ? `, ${formatMoney(ready)} ready to pay out` : ''}`

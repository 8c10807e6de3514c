import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { SellerRow } from '#/admin/sellers.ts'
import { admin } from '#/admin/web/frame/admin.ts'
import { Chip } from '#/admin/web/frame/Chip.tsx'
import css from '#/admin/web/frame/Desk.module.css'
import { DeskCard, DeskList } from '#/admin/web/frame/DeskList.tsx'
import { deskPages } from '#/admin/web/frame/desk-pages.ts'
import { FilterSelect } from '#/admin/web/frame/FilterSelect.tsx'
import removable from '#/admin/web/frame/Removable.module.css'
import { useFilters } from '#/admin/web/frame/use-filters.ts'
import {
  autoshipsAddress,
  productsOfSeller,
  recordAddress,
  recordName,
  userAddress,
} from '#/admin/web/frame/words.ts'
import { formatMoney } from '#/kernel/money.ts'
import { type SellerFilter, sellerFilters } from '#/shop/desk.ts'
import { stateCodes, states } from '#/shop/states.ts'
import { categoryText } from '#/shop/web/index.ts'

const filterNames: Readonly<Record<SellerFilter, string>> = {
  all: 'All sellers',
  selling: 'Can sell now',
  not_selling: 'Can’t sell now',
}

const byName = stateCodes
  .map((code) => [code, states[code]] as const)
  .toSorted(([, a], [, b]) => a.localeCompare(b))

export function SellersView() {
  const { filters, go } = useFilters('sellers', ['q', 'state', 'show'])
  const state = stateCodes.find((code) => code === filters.state)
  const show = sellerFilters.find((name) => name === filters.show) ?? 'all'
  const isNarrowed = Boolean(filters.q || state || show !== 'all')
  const query = useInfiniteQuery(
    admin.query.sellers.infiniteOptions({
      ...deskPages,
      input: (cursor) => ({ cursor, show, ...(filters.q && { search: filters.q }), ...(state && { state }) }),
    }),
  )
  return (
    <DeskList
      title="Sellers"
      lead="Suppliers and pharmacists, newest first. To suspend one, open their account."
      query={query}
      what={{ one: 'seller', many: 'sellers' }}
      search={{
        search: filters.q,
        description: 'Part of the name, email, address or city, or the seller’s ID',
        onSearch: (q) => go({ q }),
      }}
      filters={
        <>
          <FilterSelect
            label="State"
            value={state ?? ''}
            options={[['', 'All of India'], ...byName]}
            onChange={(value) => go({ state: value })}
          />
          <FilterSelect
            value={show}
            options={filterNames}
            onChange={(value) => go({ show: value === 'all' ? '' : value })}
          />
        </>
      }
      empty={isNarrowed ? 'No sellers match.' : 'There are no sellers yet.'}
      onAll={isNarrowed && (() => go({ q: '', state: '', show: '' }))}
    >
      {(seller) => <Shown seller={seller} />}
    </DeskList>
  )
}

function Shown({ seller }: { seller: SellerRow }) {
  const { id, record, name, place, state, user, canSell, isSuspended, openOrders, autoships } = seller
  return (
    <DeskCard
      label={name}
      heading={name}
      chip={
        isSuspended ? (
          <Chip kind="bad">Suspended</Chip>
        ) : canSell ? (
          <Chip kind="good">Can sell</Chip>
        ) : (
          <Chip kind="quiet">Can’t sell</Chip>
        )
      }
    >
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
    </DeskCard>
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

import { Button, NativeSelect } from '@mantine/core'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { formatMoney } from '#/kernel/money.ts'
import { unknownErrorText } from '#/kernel/text.ts'
import { formatDay } from '#/kernel/time.ts'
import { byCursor } from '#/kernel/web/list/by-cursor.ts'
import { PagedList } from '#/kernel/web/list/PagedList.tsx'
import { SearchField } from '#/kernel/web/list/SearchField.tsx'
import type { DeskCoupon } from '#/shop/coupons.ts'
import { categoryText } from '#/shop/web/index.ts'
import { admin } from './admin.ts'
import { Chip } from './Chip.tsx'
import css from './Desk.module.css'
import removable from './Removable.module.css'
import { useFilters } from './use-filters.ts'
import { couponAddress } from './words.ts'

export function CouponsView() {
  const {
    filters: { q: search, show },
    go,
  } = useFilters('coupons', ['q', 'show'])
  const isAll = show === 'all'
  const query = useInfiniteQuery({
    ...admin.query.coupons.infiniteOptions({
      ...byCursor,
      input: (cursor) => ({ cursor, ...(search && { search }), show: isAll ? 'all' : 'running' }),
      refetchOnWindowFocus: 'always',
    }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <h1>Coupons</h1>
      <p className={css.lead}>
        Codes that buyers type at the checkout. The discount is yours: sellers get the same as without it.
      </p>
      <div className={removable.buttons}>
        <Button component={Link} to={couponAddress('new')} color="marigold">
          Add coupon
        </Button>
      </div>
      <search className={css.filters}>
        <SearchField search={search} description="Part of the code" onSearch={(q) => go({ q })} />
        <NativeSelect
          label="Show"
          value={isAll ? 'all' : ''}
          data={[
            { value: '', label: 'Can be used' },
            { value: 'all', label: 'All coupons' },
          ]}
          onChange={({ currentTarget: { value } }) => go({ show: value })}
        />
      </search>
      <PagedList
        query={query}
        what={{ one: 'coupon', many: 'coupons' }}
        failed={unknownErrorText}
        empty={{
          drawing: 'no-results',
          sentence: search
            ? 'No coupons match.'
            : isAll
              ? 'There are no coupons yet.'
              : 'No coupon can be used now.',
          action: (search || !isAll) && (
            <Button variant="default" onClick={() => go({ q: '', show: 'all' })}>
              Show all coupons
            </Button>
          ),
        }}
      >
        {(coupon) => <Shown coupon={coupon} />}
      </PagedList>
    </>
  )
}

function Shown({ coupon }: { coupon: DeskCoupon }) {
  const { id, code, isActive, used, mostUses, discounted, validFrom, validUntil, mostPerPerson } = coupon
  const isUsedUp = mostUses !== null && used >= mostUses
  return (
    <article className={`${css.row} ${css.card}`} tabIndex={-1} aria-label={code}>
      <div className={css.cardHead}>
        <h2>{code}</h2>
        {!isActive ? <Chip kind="quiet">Switched off</Chip> : isUsedUp && <Chip kind="warn">Used up</Chip>}
      </div>
      <p>{offerText(coupon)}</p>
      <p className={css.soft}>
        From {formatDay(validFrom)}
        {validUntil && ` until ${formatDay(validUntil)}`}
        {` · ${mostPerPerson} per person`}
      </p>
      <p className={css.soft}>
        Used {used} {used === 1 ? 'time' : 'times'}
        {mostUses !== null && ` of ${mostUses}`}, {formatMoney(discounted)} taken off
      </p>
      <div className={removable.buttons}>
        <Button component={Link} to={couponAddress(id)} variant="default" aria-label={`Change ${code}`}>
          Change
        </Button>
      </div>
    </article>
  )
}

function offerText({ percent, amount, mostDiscount, minimum, category, seller }: DeskCoupon): string {
  const off = percent === null ? amount && formatMoney(amount) : `${percent}%`
  return [
    `${off} off ${category ? categoryText[category].toLowerCase() : 'all products'}`,
    seller && `sold by ${seller.name}`,
    mostDiscount && `${formatMoney(mostDiscount)} at most`,
    minimum.amount > 0 && `for orders from ${formatMoney(minimum)}`,
  ]
    .filter(Boolean)
    .join(', ')
}

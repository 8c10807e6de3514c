import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { admin } from '#/admin/web/frame/admin.ts'
import { Chip } from '#/admin/web/frame/Chip.tsx'
import css from '#/admin/web/frame/Desk.module.css'
import { DeskCard, DeskList } from '#/admin/web/frame/DeskList.tsx'
import { deskPages } from '#/admin/web/frame/desk-pages.ts'
import { FilterSelect } from '#/admin/web/frame/FilterSelect.tsx'
import removable from '#/admin/web/frame/Removable.module.css'
import { useFilters } from '#/admin/web/frame/use-filters.ts'
import { couponAddress } from '#/admin/web/frame/words.ts'
import { formatMoney } from '#/kernel/money.ts'
import { formatDay } from '#/kernel/time.ts'
import type { DeskCoupon } from '#/shop/coupons.ts'
import { categoryText } from '#/shop/web/index.ts'

export function CouponsView() {
  const {
    filters: { q: search, show },
    go,
  } = useFilters('coupons', ['q', 'show'])
  const isAll = show === 'all'
  const query = useInfiniteQuery(
    admin.query.coupons.infiniteOptions({
      ...deskPages,
      input: (cursor) => ({ cursor, ...(search && { search }), show: isAll ? 'all' : 'running' }),
    }),
  )
  return (
    <DeskList
      title="Coupons"
      lead="Codes that buyers type at the checkout. The discount is yours: sellers get the same as without it."
      buttons={
        <Button component={Link} to={couponAddress('new')} color="marigold">
          Add coupon
        </Button>
      }
      query={query}
      what={{ one: 'coupon', many: 'coupons' }}
      search={{ search, description: 'Part of the code', onSearch: (q) => go({ q }) }}
      filters={
        <FilterSelect
          value={isAll ? 'all' : ''}
          options={{ '': 'Can be used', all: 'All coupons' }}
          onChange={(value) => go({ show: value })}
        />
      }
      empty={
        search ? 'No coupons match.' : isAll ? 'There are no coupons yet.' : 'No coupon can be used now.'
      }
      onAll={(search || !isAll) && (() => go({ q: '', show: 'all' }))}
    >
      {(coupon) => <Shown coupon={coupon} />}
    </DeskList>
  )
}

function Shown({ coupon }: { coupon: DeskCoupon }) {
  const { id, code, isActive, used, mostUses, discounted, validFrom, validUntil, mostPerPerson } = coupon
  const isUsedUp = mostUses !== null && used >= mostUses
  return (
    <DeskCard
      label={code}
      heading={code}
      chip={!isActive ? <Chip kind="quiet">Switched off</Chip> : isUsedUp && <Chip kind="warn">Used up</Chip>}
    >
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
    </DeskCard>
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

import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { admin } from '#/admin/web/frame/admin.ts'
import { DeskHead, DeskItem } from '#/admin/web/frame/DeskItem.tsx'
import { FormEnd } from '#/admin/web/frame/FormEnd.tsx'
import { useHandling } from '#/admin/web/frame/use-handling.ts'
import { dayOf, zoneLabel } from '#/kernel/time.ts'
import { FieldList } from '#/kernel/web/form/FieldList.tsx'
import type { FieldDraft } from '#/kernel/web/form/field-list.ts'
import css from '#/kernel/web/form/form.module.css'
import { useDraft } from '#/kernel/web/form/use-draft.ts'
import { ownZone } from '#/kernel/web/own-clock.ts'
import type { CouponTerms, DeskCoupon } from '#/shop/coupons.ts'
import { categories } from '#/shop/rules.ts'
import { categoryText } from '#/shop/web/index.ts'
import { couponFields, draftOfCoupon, problemsOfCoupon, termsOf } from './coupon-form.ts'

const back = { to: '?view=coupons', label: 'All coupons' }

export function NewCouponPage() {
  const choices = useChoices()
  return (
    <DeskItem query={choices} what="form" back={back}>
      {(known) => (
        <>
          <DeskHead title="New coupon" state="new">
            {null}
          </DeskHead>
          <CouponForm coupon={null} choices={known} />
        </>
      )}
    </DeskItem>
  )
}

export function CouponPage({ id }: { id: string }) {
  const query = useQuery(admin.query.coupon.queryOptions({ input: { id }, refetchOnWindowFocus: 'always' }))
  const choices = useChoices()
  return (
    <DeskItem query={query} what="coupon" back={back}>
      {(coupon) => (
        <>
          <DeskHead title={coupon.code} state={coupon.id}>
            {null}
          </DeskHead>
          <DeskItem query={choices} what="form">
            {/* Typed text would be about older terms. */}
            {(known) => <CouponForm key={coupon.version} coupon={coupon} choices={known} />}
          </DeskItem>
        </>
      )}
    </DeskItem>
  )
}

const useChoices = () => useQuery(admin.query.couponChoices.queryOptions({}))

type Props = {
  coupon: DeskCoupon | null
  choices: { sellers: { id: string; name: string }[]; timeZone: string }
}

/** Adds a coupon, or changes one. Its days are those of the operator's time zone, wherever the admin is. */
function CouponForm({ coupon, choices: { sellers, timeZone } }: Props) {
  const navigate = useNavigate()
  const [start] = useState(() => draftOfCoupon(coupon, dayOf(new Date(), timeZone)))
  const [category, setCategory] = useState(coupon?.category ?? null)
  const [sellerId, setSellerId] = useState(coupon?.seller?.id ?? null)
  const { ref, draft, problems, change, check } = useDraft<FieldDraft, string>(
    start,
    problemsOfCoupon(coupon),
  )
  const { send, failure, isBusy } = useHandling(
    (
      { code, terms }: { code: string; terms: CouponTerms },
      options: { context: { key: string } },
    ): Promise<unknown> =>
      coupon
        ? admin.call.changeCoupon({ id: coupon.id, version: coupon.version, terms }, options)
        : admin.call.addCoupon({ code, terms }, options),
    coupon ? 'The coupon is saved.' : 'The coupon is added.',
    () => void navigate(back.to),
  )
  const own = coupon?.seller
  const options = own && !sellers.some(({ id }) => id === own.id) ? [own, ...sellers] : sellers
  const isChanged =
    JSON.stringify(draft) !== JSON.stringify(start) ||
    category !== (coupon?.category ?? null) ||
    sellerId !== (own?.id ?? null)
  return (
    <form
      ref={ref}
      className={css.form}
      noValidate
      onSubmit={(event) => {
        const given = check(event)
        if (given && !isBusy) send(termsOf(coupon, given, { category, sellerId }))
      }}
    >
      <FieldList
        groups={[{ fields: couponFields(coupon, zoneLabel(timeZone, ownZone(), new Date())) }]}
        draft={draft}
        problems={problems}
        onChange={change}
      />
      <NativeSelect
        label="Only for a category"
        value={category ?? ''}
        data={[
          { value: '', label: 'All products' },
          ...categories.map((value) => ({ value, label: categoryText[value] })),
        ]}
        onChange={({ currentTarget: { value } }) =>
          setCategory(categories.find((name) => name === value) ?? null)
        }
      />
      <NativeSelect
        label="Only for a seller"
        value={sellerId ?? ''}
        data={[
          { value: '', label: 'All sellers' },
          ...options.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={({ currentTarget: { value } }) => setSellerId(value || null)}
      />
      <p>
        The discount is yours: sellers get the same as without the coupon. It counts for payments online, up
        to 90% of the products, and not for medicines on prescription.
      </p>
      <FormEnd failure={failure} isBusy={isBusy} label={coupon ? 'Save' : 'Add coupon'} unsaved={isChanged} />
    </form>
  )
}

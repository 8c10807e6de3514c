import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { admin, useIsAdministrator } from '#/admin/web/frame/admin.ts'
import css from '#/admin/web/frame/Desk.module.css'
import own from '#/admin/web/money/Payouts.module.css'
import { unknownErrorText } from '#/kernel/text.ts'
import type { DeskTaxClass } from '#/shop/tax-classes.ts'
import { TaxClassForm } from './TaxClassForm.tsx'

export function TaxClassesView() {
  const { data, isError, isFetching, refetch } = useQuery(
    admin.query.taxClasses.queryOptions({ refetchOnWindowFocus: 'always' }),
  )
  const [isAdding, setAdding] = useState(false)
  const isAdministrator = useIsAdministrator()
  return (
    <>
      <h1>Tax classes</h1>
      <p className={css.lead}>
        Sellers choose one for each product. Prices include GST, so a rate decides how much of a price is tax.
        A new rate counts for orders placed from now on.
      </p>
      {isAdding ? (
        <article className={`${css.row} ${css.card} ${own.above}`} aria-label="New tax class">
          <h2>New tax class</h2>
          <TaxClassForm tax={null} onClose={() => setAdding(false)} />
        </article>
      ) : isAdministrator ? (
        <div className={`${own.buttons} ${own.above}`}>
          <Button color="marigold" onClick={() => setAdding(true)}>
            Add tax class
          </Button>
        </div>
      ) : null}
      {data ? (
        <ul className={own.list}>
          {data.rows.map((tax) => (
            <li key={tax.id}>
              <Shown tax={tax} mayChange={isAdministrator} />
            </li>
          ))}
        </ul>
      ) : isError && !isFetching ? (
        <div role="alert">
          <p>{unknownErrorText}</p>
          <Button onClick={() => refetch()}>Retry</Button>
        </div>
      ) : (
        <p role="status">Loading tax classes...</p>
      )}
    </>
  )
}

function Shown({ tax, mayChange }: { tax: DeskTaxClass; mayChange: boolean }) {
  const { name, rate, products } = tax
  const [open, setOpen] = useState(false)
  return (
    <article className={`${css.row} ${own.provider}`} aria-label={name}>
      <h2>
        {name}: {rate}%
      </h2>
      <p className={css.soft}>
        {products === 0 ? 'No products' : products === 1 ? '1 product' : `${products} products`}
      </p>
      {mayChange && open && <TaxClassForm tax={tax} onClose={() => setOpen(false)} />}
      {mayChange && !open && (
        <Button variant="default" onClick={() => setOpen(true)} aria-label={`Change the rate of ${name}`}>
          Change rate
        </Button>
      )}
    </article>
  )
}

import { useState } from 'react'
import { read } from '#/kernel/web/read.ts'
import type { ProductPage } from '#/shop/products.ts'
import type { Shelf } from '#/shop/rules.ts'
import { changeAnswer, useAnswer } from '#/shop/web/use-answer.ts'
import { filtersOf, type ShopAddress } from './address.ts'

/** Reads the products of an address, a page at a time. The last list stays in sight until the next one is there. */
export function useProducts(shelf: Shelf, address: ShopAddress | null) {
  const query = address && filtersOf(shelf, address)
  query?.set('sort', address!.sort)
  const asked = query && (`/api/shop/products?${query}` as const)
  const path = asked && (`${asked}&withFacets=true` as const)
  const { answer, failed, retry, redraw } = useAnswer<ProductPage>(path)
  const [more, setMore] = useState<{ path: string; failed: boolean }>()
  const [last, setLast] = useState<ProductPage>()
  if (answer && answer !== last) setLast(answer)

  function showMore() {
    if (!asked || !path || !answer?.nextCursor || (more?.path === path && !more.failed)) return
    setMore({ path, failed: false })
    read<ProductPage>(`${asked}&cursor=${encodeURIComponent(answer.nextCursor)}`).then(
      (next) => {
        changeAnswer<ProductPage>(path, (before) => ({
          ...next,
          rows: [...before.rows, ...next.rows],
          facets: before.facets,
        }))
        setMore(undefined)
        redraw()
      },
      () => setMore({ path, failed: true }),
    )
  }

  return {
    page: answer ?? (failed ? undefined : last),
    isOld: answer === undefined && !failed,
    failed,
    retry,
    showMore,
    isLoadingMore: more !== undefined && more.path === path && !more.failed,
    moreFailed: more !== undefined && more.path === path && more.failed,
  }
}

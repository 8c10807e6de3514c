import { useState } from 'react'
import type { ProductPage } from '#/shop/products.ts'
import type { Shelf } from '#/shop/rules.ts'
import { sortWith } from '#/shop/rules.ts'
import { usePages } from '#/shop/web/use-pages.ts'
import { filtersOf, type ShopAddress } from './address.ts'

/** Reads the products of an address, a page at a time. The last list stays in sight until the next one is there. */
export function useProducts(shelf: Shelf, address: ShopAddress | null) {
  const query = address && filtersOf(shelf, address)
  query?.set('sort', sortWith(address!.q, address!.sort))
  const asked = query && (`/api/shop/products?${query}` as const)
  const { answer, ...pages } = usePages<ProductPage>(asked, asked && `${asked}&withFacets=true`)
  const [last, setLast] = useState<ProductPage>()
  if (answer && answer !== last) setLast(answer)
  return {
    ...pages,
    page: answer ?? (pages.failed ? undefined : last),
    isOld: answer === undefined && !pages.failed,
  }
}

import type { QueryClient } from '@tanstack/react-query'
import { shop } from '#/shop/web/shop.ts'

export function reloadSelling(client: QueryClient): Promise<unknown> {
  const { selling, ownProducts, ownProduct, stockChanges } = shop.query
  return Promise.all(
    [selling, ownProducts, ownProduct, stockChanges].map((query) =>
      client.invalidateQueries({ queryKey: query.key() }),
    ),
  )
}

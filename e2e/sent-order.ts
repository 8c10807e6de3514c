import type { Page } from '@playwright/test'
import { makeOrder } from '#/shop/server/orders/made-order.factory.ts'
import { makeProduct, makeSupplier } from '#/shop/server/product.factory.ts'
import { inDatabase } from './database.ts'
import { expect, signUpByApi } from './fixture.ts'

type Made = Omit<Parameters<typeof makeOrder>[1], 'userId' | 'variantId' | 'steps'>
type Steps = (ago: (days: number) => Date) => Parameters<typeof makeOrder>[1]['steps']

/** Signs a seller and a buyer up, and makes an order of theirs that was sent a week ago; `later`: its further steps. */
export async function makeSentOrder({ page, shop }: { page: Page; shop: Page }, made: Made, later: Steps) {
  await signUpByApi(shop, 'Leela Rao')
  await signUpByApi(page, 'Farida Khan')
  const idOf = async (one: Page) => (await (await one.request.get('/api/me')).json()).user.id as string
  const [userId, sellerUserId] = [await idOf(page), await idOf(shop)]
  return inDatabase(async (db) => {
    const ago = (days: number) => new Date(Date.now() - days * 86_400_000)
    const sellerId = await makeSupplier(db, { userId: sellerUserId, at: ago(30) })
    const { variantIds } = await makeProduct(db, { sellerId, at: ago(30), name: 'Cooling Bed' })
    const { id } = await makeOrder(db, {
      ...made,
      userId,
      variantId: variantIds[0]!,
      steps: [
        { to: 'placed', by: 'owner', at: ago(9) },
        { to: 'packed', by: 'seller', at: ago(8) },
        { to: 'shipped', by: 'seller', at: ago(7) },
        ...later(ago),
      ],
    })
    const { number } = await db
      .selectFrom('orders')
      .select('number')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return { id, name: `OR-${String(number).padStart(6, '0')}` }
  })
}

/** Decides at the desk about a part of an order that is missing. */
export async function decideAtDesk(desk: Page, decision: string, reason: string) {
  await desk.getByRole('button', { name: decision }).click()
  await desk.getByRole('textbox', { name: 'Reason' }).fill(reason)
  await desk.getByRole('button', { name: decision }).last().click()
  await expect(desk.getByText('Your decision is saved, and we’ve told both sides.')).toBeVisible()
}

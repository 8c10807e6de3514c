import { serve } from '#/kernel/server/serve.ts'
import { shopContract } from '#/shop/contract.ts'
import { addToCart, countCart, mergeCart, setLine } from './cart/change.ts'
import { priceGuest, priceOwn } from './cart/price.ts'
import { findProducts } from './catalogue/find.ts'
import { checkDelivery, readProduct } from './catalogue/product.ts'
import { findPharmacist, savePharmacist } from './pharmacist.ts'
import { findSupplier, saveSupplier } from './supplier.ts'

const os = serve(shopContract)

export const shopEndpoints = os.router({
  products: os.products.handler(({ input, context: { db } }) => findProducts(db, input)),
  product: os.product.handler(({ input, context: { db } }) => readProduct(db, input.id)),
  delivery: os.delivery.handler(({ input, context: { db } }) => checkDelivery(db, input)),

  quote: os.quote.handler(({ input, context: { db } }) => priceGuest(db, input.lines)),
  cart: os.cart.handler(({ context: { db, actor } }) => priceOwn(db, actor.userId)),
  cartCount: os.cartCount.handler(async ({ context: { db, actor } }) => ({
    count: await countCart(db, actor.userId),
  })),
  addToCart: os.addToCart.handler(({ input, context }) => addToCart(context, input)),
  setCartLine: os.setCartLine.handler(async ({ input, context }) => {
    await setLine(context, input)
    return priceOwn(context.db, context.actor.userId)
  }),
  mergeCart: os.mergeCart.handler(async ({ input, context }) => {
    await mergeCart(context, input)
    return { done: true } as const
  }),

  pharmacist: os.pharmacist.handler(
    async ({ context: { actor, db } }) => (await findPharmacist(db, actor.userId)) ?? null,
  ),

  savePharmacist: os.savePharmacist.handler(({ input, context }) => savePharmacist(context, input)),

  supplier: os.supplier.handler(
    async ({ context: { actor, db } }) => (await findSupplier(db, actor.userId)) ?? null,
  ),

  saveSupplier: os.saveSupplier.handler(({ input, context }) => saveSupplier(context, input)),
})

import { serve } from '#/kernel/server/serve.ts'
import { shopContract } from '#/shop/contract.ts'
import { findProducts } from './catalogue/find.ts'
import { checkDelivery, readProduct } from './catalogue/product.ts'
import { findPharmacist, savePharmacist } from './pharmacist.ts'
import { findSupplier, saveSupplier } from './supplier.ts'

const os = serve(shopContract)

export const shopEndpoints = os.router({
  products: os.products.handler(({ input, context: { db } }) => findProducts(db, input)),
  product: os.product.handler(({ input, context: { db } }) => readProduct(db, input.id)),
  delivery: os.delivery.handler(({ input, context: { db } }) => checkDelivery(db, input)),

  pharmacist: os.pharmacist.handler(
    async ({ context: { actor, db } }) => (await findPharmacist(db, actor.userId)) ?? null,
  ),

  savePharmacist: os.savePharmacist.handler(({ input, context }) => savePharmacist(context, input)),

  supplier: os.supplier.handler(
    async ({ context: { actor, db } }) => (await findSupplier(db, actor.userId)) ?? null,
  ),

  saveSupplier: os.saveSupplier.handler(({ input, context }) => saveSupplier(context, input)),
})

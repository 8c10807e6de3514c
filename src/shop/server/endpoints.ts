import { serve } from '#/kernel/server/serve.ts'
import { shopContract } from '#/shop/contract.ts'
import { blockBuyer } from '#/shop/server/orders/block.ts'
import { autoshipHandlers } from './autoship/endpoints.ts'
import { addToCart, countCart, mergeCart, setLine } from './cart/change.ts'
import { priceGuest, priceOwn } from './cart/price.ts'
import { findProducts } from './catalogue/find.ts'
import { checkDelivery, readProduct } from './catalogue/product.ts'
import { buyAgain } from './orders/again.ts'
import { cancelOwn } from './orders/cancel.ts'
import { openCheckout } from './orders/checkout.ts'
import { confirmArrival, reportMissing } from './orders/missing.ts'
import { placeOrder } from './orders/place.ts'
import {
  answerReturn,
  askReturn,
  receiveReturn,
  reportReturnMissing,
  sendReturn,
  withdrawReturn,
} from './orders/returns.ts'
import { cancelSold, moveSold } from './orders/sell.ts'
import { listOrders, listSold, readOrder } from './orders/show.ts'
import { findPharmacist, savePharmacist } from './pharmacist.ts'
import { addPrescription, listChoices } from './prescriptions/choose.ts'
import { decide } from './prescriptions/decide.ts'
import { answerPharmacist, askBuyer, lockWaiting } from './prescriptions/hold.ts'
import { packDispensed } from './prescriptions/pack.ts'
import { listRefills } from './prescriptions/refills.ts'
import { listDispensings, readOrderPrescription } from './prescriptions/show.ts'
import { reviewHandlers } from './reviews/endpoints.ts'
import { saveDelivery } from './selling/delivery.ts'
import { exportProducts } from './selling/export.ts'
import { readFigures } from './selling/figures.ts'
import { importProducts } from './selling/import.ts'
import { listOwn, readOwn, readSelling } from './selling/own.ts'
import { addProduct, changeProduct, removeProduct, setShown } from './selling/save.ts'
import { changeStock, listStockChanges } from './selling/stock.ts'
import { findSupplier, saveSupplier } from './supplier.ts'
import { todayOf } from './today.ts'

const os = serve(shopContract)

export const shopEndpoints = os.router({
  ...autoshipHandlers,
  ...reviewHandlers,
  products: os.products.handler(({ input, context: { db } }) => findProducts(db, input)),
  product: os.product.handler(({ input, context }) =>
    readProduct(context.db, {
      id: input.id,
      today: todayOf(context),
      viewerId: context.visitor?.userId ?? null,
    }),
  ),
  delivery: os.delivery.handler(({ input, context: { db } }) => checkDelivery(db, input)),

  quote: os.quote.handler(({ input, context }) =>
    priceGuest(context.db, { lines: input.lines, today: todayOf(context) }),
  ),
  cart: os.cart.handler(({ context }) =>
    priceOwn(context.db, { userId: context.actor.userId, today: todayOf(context) }),
  ),
  cartCount: os.cartCount.handler(async ({ context: { db, actor } }) => ({
    count: await countCart(db, actor.userId),
  })),
  addToCart: os.addToCart.handler(({ input, context }) => addToCart(context, input)),
  setCartLine: os.setCartLine.handler(async ({ input, context }) => {
    await setLine(context, input)
    return priceOwn(context.db, { userId: context.actor.userId, today: todayOf(context) })
  }),
  mergeCart: os.mergeCart.handler(({ input, context }) => mergeCart(context, input)),

  checkout: os.checkout.handler(({ input, context }) => openCheckout(context, input)),
  placeOrder: os.placeOrder.handler(async ({ input, context }) => {
    const { id, paymentId } = await placeOrder(context, input)
    return { id: id as never, paymentId: paymentId as never }
  }),
  orders: os.orders.handler(({ input, context: { db, actor, now } }) =>
    listOrders({ db, now }, { userId: actor.userId, ...input }),
  ),
  order: os.order.handler(({ input, context: { db, actor, now } }) =>
    readOrder(db, { id: input.id, userId: actor.userId, now }),
  ),
  cancelOrder: os.cancelOrder.handler(async ({ input, context }) => {
    await cancelOwn(context, input)
  }),
  reportMissing: os.reportMissing.handler(async ({ input, context }) => {
    await reportMissing(context, input)
  }),
  confirmArrival: os.confirmArrival.handler(async ({ input, context }) => {
    await confirmArrival(context, input)
  }),
  askReturn: os.askReturn.handler(async ({ input, context }) => {
    await askReturn(context, input)
  }),
  withdrawReturn: os.withdrawReturn.handler(async ({ input, context }) => {
    await withdrawReturn(context, input)
  }),
  sendReturn: os.sendReturn.handler(async ({ input, context }) => {
    await sendReturn(context, input)
  }),
  buyAgain: os.buyAgain.handler(({ input, context }) => buyAgain(context, input.id)),
  sold: os.sold.handler(({ input, context: { db, actor, now, linkTo } }) =>
    listSold({ db, now, linkTo }, { ...input, userId: actor.userId }),
  ),
  packPart: os.packPart.handler(async ({ input, context }) => {
    await moveSold(context, { ...input, to: 'packed' })
  }),
  shipPart: os.shipPart.handler(async ({ input, context }) => {
    await moveSold(context, { ...input, to: 'shipped' })
  }),
  blockBuyer: os.blockBuyer.handler(async ({ input, context }) => {
    await blockBuyer(context, input)
  }),
  deliverPart: os.deliverPart.handler(async ({ input, context }) => {
    await moveSold(context, { ...input, to: 'delivered' })
  }),
  cancelPart: os.cancelPart.handler(async ({ input, context }) => {
    await cancelSold(context, input)
  }),
  answerReturn: os.answerReturn.handler(async ({ input, context }) => {
    await answerReturn(context, input)
  }),
  receiveReturn: os.receiveReturn.handler(async ({ input, context }) => {
    await receiveReturn(context, input)
  }),
  reportReturnMissing: os.reportReturnMissing.handler(async ({ input, context }) => {
    await reportReturnMissing(context, input)
  }),
  prescriptionChoices: os.prescriptionChoices.handler(({ context }) => listChoices(context)),
  refills: os.refills.handler(async ({ context }) => ({ rows: await listRefills(context) })),
  addPrescription: os.addPrescription.handler(async ({ input, context }) => ({
    id: (await addPrescription(context, input)).id as never,
  })),
  orderPrescription: os.orderPrescription.handler(({ input, context: { db, now, linkTo, actor } }) =>
    readOrderPrescription({ db, now, linkTo, userId: actor.userId }, input.id),
  ),
  answerPharmacist: os.answerPharmacist.handler(async ({ input, context }) => {
    await answerPharmacist(context, input)
  }),
  dispensings: os.dispensings.handler(({ input, context: { db, now, linkTo, actor } }) =>
    listDispensings({ db, now, linkTo, userId: actor.userId }, input),
  ),
  holdDispensing: os.holdDispensing.handler(async ({ input, context }) => ({
    until: (await lockWaiting(context, input)).until,
  })),
  askBuyer: os.askBuyer.handler(async ({ input, context }) => {
    await askBuyer(context, input)
  }),
  decidePrescription: os.decidePrescription.handler(async ({ input, context }) => {
    await decide(context, input)
  }),
  packDispensed: os.packDispensed.handler(async ({ input, context }) => {
    await packDispensed(context, input)
  }),
  selling: os.selling.handler(({ context: { db, actor } }) => readSelling(db, actor.userId)),
  saveDelivery: os.saveDelivery.handler(({ input, context }) => saveDelivery(context, input)),
  sellingFigures: os.sellingFigures.handler(({ input, context: { db, actor, now, config } }) =>
    readFigures(db, { userId: actor.userId, days: input.days, now, zone: config.DEFAULT_TIME_ZONE }),
  ),
  ownProducts: os.ownProducts.handler(({ input, context: { db, actor } }) =>
    listOwn(db, { ...input, userId: actor.userId }),
  ),
  ownProduct: os.ownProduct.handler(({ input, context: { db, actor } }) =>
    readOwn(db, actor.userId, input.id),
  ),
  addProduct: os.addProduct.handler(({ input, context }) => addProduct(context, input)),
  changeProduct: os.changeProduct.handler(({ input, context }) => changeProduct(context, input)),
  setProductShown: os.setProductShown.handler(async ({ input, context }) => {
    await setShown(context, input)
  }),
  removeProduct: os.removeProduct.handler(async ({ input, context }) => {
    await removeProduct(context, input.id)
  }),
  exportProducts: os.exportProducts.handler(({ context: { db, actor } }) => exportProducts(db, actor.userId)),
  importProducts: os.importProducts.handler(({ input, context }) => importProducts(context, input)),
  stockChanges: os.stockChanges.handler(({ input, context: { db, actor } }) =>
    listStockChanges(db, { ...input, userId: actor.userId }),
  ),
  changeStock: os.changeStock.handler(({ input, context }) => changeStock(context, input)),

  pharmacist: os.pharmacist.handler(
    async ({ context: { actor, db } }) => (await findPharmacist(db, actor.userId)) ?? null,
  ),

  savePharmacist: os.savePharmacist.handler(({ input, context }) => savePharmacist(context, input)),

  supplier: os.supplier.handler(
    async ({ context: { actor, db } }) => (await findSupplier(db, actor.userId)) ?? null,
  ),

  saveSupplier: os.saveSupplier.handler(({ input, context }) => saveSupplier(context, input)),
})

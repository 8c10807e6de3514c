export { hideProduct, listDeskProducts, showProduct } from './catalogue/desk.ts'
export { findDeskOrder } from './orders/desk.ts'
export { decideMissing, listMissing } from './orders/missing.ts'
export { addTaxClass, changeTaxRate, listDeskTaxClasses } from './tax-classes.ts'

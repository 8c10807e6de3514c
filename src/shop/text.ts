import { pictureText } from '#/kernel/pictures.ts'
import type { shopErrors } from './errors.ts'

const own: Readonly<Record<keyof typeof shopErrors, string>> = {
  'shop.gstin_wrong': 'This isn’t a valid GSTIN. Please compare all 15 characters with your certificate.',
  'shop.bank_incomplete': 'Please fill in all three: account holder, account number and IFSC.',
  'shop.other_search': 'The filters have changed. Please search again.',
  'shop.out_of_stock': 'This is out of stock.',
  'shop.no_more': 'Your cart already has as many of these as you can order.',
  'shop.cart_full': 'Your cart is full. Please remove something first.',
}
export const shopText = { ...pictureText, ...own }

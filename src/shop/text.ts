import { pictureText } from '#/kernel/pictures.ts'
import type { shopErrors } from './errors.ts'

const own: Readonly<Record<keyof typeof shopErrors, string>> = {
  'shop.gstin_wrong': 'This isn’t a valid GSTIN. Please compare all 15 characters with your certificate.',
  'shop.bank_incomplete': 'Please fill in all three: account holder, account number and IFSC.',
  'shop.other_search': 'The filters have changed. Please search again.',
  'shop.out_of_stock': 'This is out of stock.',
  'shop.no_more': 'Your cart already has as many of these as you can order.',
  'shop.cart_full': 'Your cart is full. Please remove something first.',
  'shop.order_problems': 'Something has changed. Please look at the marked products.',
  'shop.nothing_to_order': 'Nothing in your cart can be ordered now.',
  'shop.checkout_over': 'Your cart has changed, so we’ve checked it again. Please look through it.',
  'shop.no_cash': 'This order can’t be paid in cash. Please pay by UPI or card.',
  'shop.order_moved': 'This order has changed in the meantime. Please look at it again.',
  'shop.cancel_whole_order': 'The order isn’t paid yet, so it can only be cancelled as a whole.',
  'shop.no_return':
    'This can’t be returned any more. If something is wrong with it, write to us under Help & Support.',
}
export const shopText = { ...pictureText, ...own }

/** Apart from the other sentences, because visitors' pages load it. */
export const cartText = {
  'shop.out_of_stock': 'This is out of stock.',
  'shop.closed_to_you': 'This seller doesn’t take orders from you.',
  'shop.no_more': 'Your cart already has as many of these as you can order.',
  'shop.cart_full': 'Your cart is full. Please remove something first.',
}

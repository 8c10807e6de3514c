/** Apart from the other sentences, because visitors' pages load it. */
export const reviewText = {
  'shop.own_review': 'This is your own review. You can edit or delete it on your order’s page.',
  'shop.already_complained': 'You’ve already reported this review.',
}

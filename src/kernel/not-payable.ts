/** Beside `text.ts`, whose other sentences load with the query client: visitors' carts need this one. */
export const notPayableText = 'We can’t take a payment of this amount here. Please contact us.'

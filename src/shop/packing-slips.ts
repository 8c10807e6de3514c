/** Stands for all orders to pack, in the address of their slips. */
export const toPack = 'to-pack'

/** The most slips in one file. */
export const mostSlips = 50

/** Names the file of all orders to pack, of which `count` may be any number above `mostSlips` if there are more. */
export const slipsToPackText = (count: number): string =>
  `Packing slips of ${count > mostSlips ? `the oldest ${mostSlips}` : 'all'} orders to pack`

export const packingSlipPath = (part: string) => `/packing-slips/${part}.pdf`

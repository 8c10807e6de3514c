/** Stands for all orders to pack, in the address of their slips. */
export const toPack = 'to-pack'

/** The most slips in one file. */
export const mostSlips = 50

/** Labels the file of all slips to pack. Above `mostSlips`, `count` needn't be exact. */
export const slipsToPackText = (count: number): string =>
  `Packing slips for ${count > mostSlips ? `the oldest ${mostSlips}` : 'all'} orders to pack`

export const packingSlipPath = (part: string) => `/packing-slips/${part}.pdf`

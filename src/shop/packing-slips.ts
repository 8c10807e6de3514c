/** Stands for all orders to pack, in the address of their slips. */
export const toPack = 'to-pack'

/** The most slips in one file. */
export const mostSlips = 50

export const packingSlipPath = (part: string) => `/packing-slips/${part}.pdf`

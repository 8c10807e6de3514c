/** Announced at each move of a seller's part of an order. */
export type PartMoved = { name: 'shop.part_moved'; data: { partId: string; sequence: number } }

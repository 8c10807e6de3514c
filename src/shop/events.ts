/** Announced at each move of a seller's part of an order. */
export type PartMoved = {
  name: 'shop.part_moved'
  /** `returnId`: the return that the move was about. */
  data: { partId: string; sequence: number; returnId: string | null }
}

/** Announced when a pharmacist asks a buyer about a prescription, and when the buyer answers. */
export type PrescriptionDiscussed = {
  name: 'shop.prescription_discussed'
  data: { partId: string; by: 'owner' | 'seller'; at: string }
}

/** Announced when the buyer of an autoship has to know something; `news` is of `server/autoship/news.ts`. */
export type AutoshipNews = {
  name: 'shop.autoship_news'
  data: { autoshipId: string; sequence: number; news: Record<string, unknown> }
}

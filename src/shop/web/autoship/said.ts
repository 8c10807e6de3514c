import type { Autoship } from '#/shop/autoship.ts'

/** The outcome of the last click, with a way back if there is one. */
export type Said = {
  text: string
  again?: { to: string } | { label: string; run(): void }
  /** An order that the cancelled autoship had already placed. */
  order?: NonNullable<Autoship['lastOrder']>
}

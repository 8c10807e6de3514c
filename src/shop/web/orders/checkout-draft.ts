import { keep, readKept } from '#/kernel/web/kept.ts'
import type { WayToPay } from '#/shop/orders.ts'
import { type Fields, noAddress } from './AddressForm.tsx'

/** A buyer's input at the checkout, which survives a reload and adding a pet on the way. */
type Draft = { fields: Fields; gstin: string; pays: WayToPay }

/** By person, because people share browsers. */
const nameOf = (userId: string) => `pawfolk.checkout-draft.${userId}`

export function readCheckout(userId: string | undefined): Draft {
  const { fields, gstin, pays } = userId ? readKept<Draft>(nameOf(userId)) : {}
  return { fields: { ...noAddress, ...fields }, gstin: gstin ?? '', pays: pays ?? 'online' }
}

export const keepCheckout = (userId: string, draft: Draft | null): void => keep(nameOf(userId), draft)

import type { Checkout } from '#/shop/orders.ts'
import type { LineChoice } from '#/shop/prescriptions.ts'

export type Medicine = Pick<
  Checkout['sellers'][number]['lines'][number],
  'variantId' | 'productId' | 'name' | 'variant'
>
/** By variant: the pet, and `kind:id` of its prescription or `keepInCart`. */
export type Choosing = Readonly<Record<string, { petId: string; key: string }>>
export const keepInCart = 'later'
/** The name of the button that keeps all medicines in the cart. */
export const keepName = 'keep-medicines'

export const medicinesOf = ({ sellers }: Checkout) =>
  sellers
    .flatMap(({ lines }) => lines)
    .filter(
      ({ needsPrescription, quantity, problem }) =>
        needsPrescription && (quantity > 0 || problem?.kind === 'prescription'),
    )

export const leftOut = (choosing: Choosing) =>
  Object.keys(choosing)
    .filter((id) => choosing[id]!.key === keepInCart)
    .sort()

/** Returns the chosen prescriptions, as an order sends them. */
export const choicesOf = (choosing: Choosing): LineChoice[] =>
  Object.entries(choosing).flatMap(([variantId, { petId, key }]) => {
    const [kind, id] = key.split(':')
    if (!id || (kind !== 'given' && kind !== 'note')) return []
    return [{ variantId, petId, from: { kind, id } }]
  })

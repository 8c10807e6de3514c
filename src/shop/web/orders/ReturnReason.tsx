import type { ReturnKind } from '#/shop/order-states.ts'
import type { ReturnPhoto } from '#/shop/orders.ts'
import css from './Checkout.module.css'
import { returnText } from './words.ts'

/** Says why a part is sent back, with the buyer's photo. */
export function ReturnReason({ kind, photo }: { kind: ReturnKind; photo: ReturnPhoto | null }) {
  return (
    <>
      <p>Reason for the return: {returnText[kind]}.</p>
      {photo && (
        <img
          className={css.photo}
          src={photo.url}
          width={photo.width}
          height={photo.height}
          loading="lazy"
          alt="What’s wrong, as shown by the buyer"
        />
      )}
    </>
  )
}

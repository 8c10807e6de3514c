import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { formatMoney } from '#/kernel/money.ts'
import { isUuid } from '#/kernel/uuid.ts'
import button from '#/kernel/web/button.module.css'
import { Drawing } from '#/kernel/web/Drawing.tsx'
import { onDemand, useOnDemand } from '#/kernel/web/on-demand.ts'
import { Stars } from '#/kernel/web/reviews/Stars.tsx'
import { reviewsText } from '#/kernel/web/reviews/words.ts'
import { cartText } from '#/shop/cart-text.ts'
import type { Product, Variant } from '#/shop/products.ts'
import { AutoshipLink } from '#/shop/web/autoship/AutoshipLink.tsx'
import { AddToCart } from '#/shop/web/cart/AddToCart.tsx'
import { useAnswer } from '#/shop/web/use-answer.ts'
import { kiloText, loadFailedText, stockText } from '#/shop/web/words.ts'
import { DeliveryCheck } from './DeliveryCheck.tsx'
import { ProductFacts } from './ProductFacts.tsx'
import css from './ProductView.module.css'

type Props = { id: string; back: { search: string; name: string } }

export default function ProductView({ id, back }: Props) {
  const {
    answer: product,
    failed,
    retry,
  } = useAnswer<Product>(isUuid(id) ? `/api/shop/products/${id}` : null)
  const heading = useRef<HTMLHeadingElement>(null)
  // A product opens on the same page, so nothing else announces it.
  useEffect(() => {
    if (product) heading.current?.focus({ preventScroll: true })
    window.scrollTo(0, 0)
  }, [product])
  const isMissing = failed || !isUuid(id)
  return (
    <>
      <Link to={back.search} className={css.back}>
        ← {back.name}
      </Link>
      {isMissing ? (
        <div className={css.missing}>
          <Drawing name="no-results" />
          <h1>This product isn’t available</h1>
          <p>
            It may have been withdrawn, or {loadFailedText.charAt(0).toLowerCase() + loadFailedText.slice(1)}
          </p>
          {isUuid(id) && (
            <button type="button" className={button.quiet} onClick={retry}>
              Retry
            </button>
          )}
        </div>
      ) : product ? (
        <Shown product={product} heading={heading} />
      ) : (
        <div className={css.ghost} role="status" aria-label="Loading" />
      )}
    </>
  )
}

const productReviews = onDemand(() => import('#/shop/web/reviews/ProductReviews.tsx'))

/** Moves the focus too, so that the next Tab goes on from there. */
function goToReviews() {
  const title = document.getElementById('reviews-title')
  title?.scrollIntoView()
  title?.focus({ preventScroll: true })
}

type ShownProps = { product: Product; heading: React.RefObject<HTMLHeadingElement | null> }

function Shown({ product, heading }: ShownProps) {
  const { variants } = product
  const [chosen, setChosen] = useState<Variant>(
    variants.find(({ available }) => available > 0) ?? variants[0]!,
  )
  const Reviews = useOnDemand(productReviews)
  return (
    <article className={css.product}>
      <Pictures product={product} />
      <div className={css.about}>
        <p className={css.brand}>{product.brand}</p>
        <h1 ref={heading} tabIndex={-1} className={css.name}>
          {product.name}
        </h1>
        {product.rating !== null && (
          <button type="button" className={css.rating} onClick={goToReviews}>
            <Stars stars={product.rating} /> {product.rating.toFixed(1)} ({reviewsText(product.reviewCount)})
          </button>
        )}
        {product.needsPrescription && <p className={css.rx}>Prescription required</p>}
        <p className={css.price}>
          {formatMoney(chosen.price)}
          {chosen.kiloPrice && <span className={css.kilo}>{kiloText(chosen.kiloPrice)}</span>}
        </p>
        <p className={css.soft}>
          {product.taxRate > 0 ? `Includes ${product.taxRate}% GST.` : 'No GST on this product.'} Sold by{' '}
          {product.seller.name}
          {product.seller.isPharmacist && ', pharmacist'}.
        </p>
        {variants.length > 1 && (
          <fieldset className={css.variants}>
            <legend>Choose</legend>
            {variants.map((variant) => (
              <label key={variant.id} className={css.variant}>
                <input
                  type="radio"
                  name="variant"
                  checked={variant.id === chosen.id}
                  onChange={() => setChosen(variant)}
                />
                <span className={css.choice}>
                  <strong>{variant.name}</strong>
                  <span>{formatMoney(variant.price)}</span>
                  {!product.isClosed && <small>{stockText(variant.available)}</small>}
                </span>
              </label>
            ))}
          </fieldset>
        )}
        <p role="status" className={chosen.available === 0 ? css.out : css.stock}>
          {variants.length === 1 && `${chosen.name}. `}
          {product.isClosed ? cartText['shop.closed_to_you'] : stockText(chosen.available)}
          {chosen.bestBefore && chosen.available > 0 && `. Best before ${dayText(chosen.bestBefore)}`}
        </p>
        <AddToCart variant={chosen} needsPrescription={product.needsPrescription} />
        {!product.isClosed && <AutoshipLink product={product} variantId={chosen.id} />}
        <DeliveryCheck productId={product.id} />
        <ProductFacts product={product} />
      </div>
      {Reviews && <Reviews product={product} />}
    </article>
  )
}

const dayText = (day: string) =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString('en-IN', { dateStyle: 'medium', timeZone: 'UTC' })

function Pictures({ product: { pictures, name, shelf } }: { product: Product }) {
  const [index, setIndex] = useState(0)
  const shown = pictures[index] ?? pictures[0]
  return (
    <div className={css.pictures}>
      <div className={css.picture}>
        {shown ? (
          <img src={shown} alt={name} width={640} height={640} />
        ) : (
          <Drawing name={shelf === 'pharmacy' ? 'pet-pharmacy' : 'pet-merchandise'} width={260} />
        )}
      </div>
      {pictures.length > 1 && (
        <div className={css.thumbs}>
          {pictures.map((url, place) => (
            <button
              key={url}
              type="button"
              aria-label={`Picture ${place + 1} of ${pictures.length}`}
              aria-pressed={place === index}
              onClick={() => setIndex(place)}
            >
              <img src={url} alt="" width={72} height={72} />
            </button>
          ))}
        </div>
      )}
    </div>
  )
}

import { Link } from 'react-router'
import { formatMoney } from '#/kernel/money.ts'
import { Drawing } from '#/kernel/web/Drawing.tsx'
import type { ProductCard as Card } from '#/shop/products.ts'
import { shelfOf } from '#/shop/rules.ts'
import { formText, kiloText } from '#/shop/web/words.ts'
import { type ShopAddress, searchOf } from './address.ts'
import css from './ProductCard.module.css'

type Props = { product: Card; address: ShopAddress; isEager: boolean }

export function ProductCard({ product, address, isEager }: Props) {
  const { name, brand, imageUrl, price, variantCount, kiloPrice, isInStock, form, strength } = product
  const { rating, reviewCount } = product
  const drawing = shelfOf(product.category) === 'pharmacy' ? 'pet-pharmacy' : 'pet-merchandise'
  return (
    <article className={css.card}>
      <div className={css.picture}>
        {imageUrl ? (
          <img
            src={imageUrl}
            alt=""
            width={320}
            height={320}
            loading={isEager ? 'eager' : 'lazy'}
            decoding="async"
          />
        ) : (
          <Drawing name={drawing} width={140} />
        )}
      </div>
      <div className={css.words}>
        <p className={css.brand}>{brand}</p>
        <h2 className={css.name}>
          <Link to={`?${new URLSearchParams(searchOf({ ...address, product: product.id }))}`}>{name}</Link>
        </h2>
        {(form || strength) && (
          <p className={css.soft}>{[form && formText[form], strength].filter(Boolean).join(', ')}</p>
        )}
        {rating !== null && (
          <p className={css.rating}>
            <span className={css.spoken}>Rated </span>
            {rating.toFixed(1)}
            {/* Not by reviewsText, which would be a file of its own to load. */}
            <span className={css.spoken}>
              {' '}
              out of 5, {reviewCount} {reviewCount === 1 ? 'review' : 'reviews'}
            </span>
            <span className={css.soft} aria-hidden="true">
              ({reviewCount.toLocaleString('en-IN')})
            </span>
          </p>
        )}
        {product.needsPrescription && <p className={css.rx}>Prescription required</p>}
        <p className={css.price}>
          {variantCount > 1 && <span className={css.from}>From </span>}
          {formatMoney(price)}
        </p>
        {/* The lowest of all sizes, which needn't be that of the price above. */}
        {kiloPrice && (
          <p className={css.soft}>
            {variantCount > 1 && 'From '}
            {kiloText(kiloPrice)}
          </p>
        )}
        {!isInStock && <p className={css.out}>Out of stock</p>}
      </div>
    </article>
  )
}

import { Link } from 'react-router'
import button from '#/kernel/web/button.module.css'
import type { Product } from '#/shop/products.ts'
import { maySubscribe } from '#/shop/rules.ts'
import css from './AutoshipLink.module.css'

/** Offers an autoship on a product's page, which visitors see too. */
export function AutoshipLink({ product, variantId }: { product: Product; variantId: string }) {
  if (!maySubscribe(product.category)) return null
  return (
    <section className={css.offer} aria-label="Autoship">
      <p>
        <strong>Autoship.</strong> We order it every 1 to 12 weeks and tell you the price first. Skip or
        cancel with one click.
      </p>
      <Link className={button.quiet} to={`/my-autoships/new?variant=${variantId}`}>
        Set up autoship
      </Link>
    </section>
  )
}

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { errorCode, errorText } from '#/kernel/web/error-text.ts'
import { ConfirmButton } from '#/kernel/web/form/ConfirmButton.tsx'
import { Loaded } from '#/kernel/web/form/Loaded.tsx'
import { toast } from '#/kernel/web/toast.ts'
import { useWrite } from '#/kernel/web/write.ts'
import type { OwnProduct } from '#/shop/selling.ts'
import { myProductsPath } from '#/shop/selling-rules.ts'
import { shopText } from '#/shop/text.ts'
import { shop } from '#/shop/web/shop.ts'
import { ProductForm } from './ProductForm.tsx'
import { SellerNotice } from './SellerNotice.tsx'
import css from './Selling.module.css'
import { VariantStock } from './VariantStock.tsx'

/** A seller's page of one product: stock, form and deletion; or the form of a new one. */
export default function ProductPage() {
  const { productId } = useParams()
  const isNew = productId === undefined
  const selling = useQuery(shop.query.selling.queryOptions({ refetchOnMount: 'always' }))
  return (
    <div className={css.narrow}>
      <Link to={myProductsPath} className={css.back}>
        ← My products
      </Link>
      <Loaded query={selling} what="your shop">
        {(found) => {
          const canSell = found.sellers.some((seller) => seller.canSell)
          if (!isNew)
            return (
              <Known
                id={productId}
                form={(product) => canSell && <ProductForm product={product} selling={found} />}
                sellers={found.sellers}
              />
            )
          return (
            <>
              <h1>Add a product</h1>
              <SellerNotice sellers={found.sellers} />
              {canSell && <ProductForm product={null} selling={found} />}
            </>
          )
        }}
      </Loaded>
    </div>
  )
}

type KnownProps = {
  id: string
  sellers: Parameters<typeof SellerNotice>[0]['sellers']
  form(product: OwnProduct): React.ReactNode
}

function Known({ id, sellers, form }: KnownProps) {
  const query = useQuery(
    shop.query.ownProduct.queryOptions({ input: { id }, refetchOnMount: 'always', retry: false }),
  )
  if (query.error && ['request.not_found', 'request.malformed'].includes(errorCode(query.error)))
    return (
      <>
        <h1>Product not found</h1>
        <p className={css.lead}>It may have been deleted.</p>
      </>
    )
  return (
    <Loaded query={query} what="product">
      {(product) => (
        <>
          <h1>{product.name}</h1>
          <SellerNotice sellers={sellers} />
          {product.hiddenReason && (
            <p className={css.notice}>
              We’ve hidden this product: {product.hiddenReason} Buyers can’t see it.{' '}
              <Link to="/help-support">Ask us about it</Link>
            </p>
          )}
          <section className={css.section} aria-labelledby="stock">
            <h2 id="stock">Stock</h2>
            {product.variants.map((variant) => (
              <VariantStock key={variant.id} variant={variant} />
            ))}
          </section>
          <section className={css.section} aria-labelledby="details">
            <h2 id="details">Details</h2>
            {form(product)}
          </section>
          <Remove product={product} />
        </>
      )}
    </Loaded>
  )
}

function Remove({ product: { id, name } }: { product: OwnProduct }) {
  const [asking, setAsking] = useState(false)
  const [isGone, setIsGone] = useState(false)
  const client = useQueryClient()
  const navigate = useNavigate()
  const write = useWrite(shop.call.removeProduct, {
    onSuccess: async () => {
      toast({ kind: 'success', title: 'Product deleted', message: `${name} isn’t sold any more.` })
      setAsking(false)
      setIsGone(true)
      await client.invalidateQueries({ queryKey: shop.query.ownProducts.key() })
      await client.invalidateQueries({ queryKey: shop.query.selling.key() })
    },
    onError: (error) => toast({ kind: 'error', title: 'Not deleted', message: errorText(error, shopText) }),
  })
  useEffect(() => {
    if (isGone) void navigate(myProductsPath)
  }, [isGone, navigate])
  return (
    <ConfirmButton
      label="Delete this product"
      opened={asking}
      onOpen={() => setAsking(true)}
      onClose={() => setAsking(false)}
      title={`Delete ${name}?`}
      reason="none"
      confirm="Delete"
      busy="Deleting..."
      keep="Keep it"
      isBusy={write.isPending}
      onConfirm={() => write.mutate({ id })}
    >
      <p>
        We’ll remove it and its pictures from the shop and your list. Orders stay as they are. You can’t undo
        this. To take a break, hide it instead.
      </p>
    </ConfirmButton>
  )
}

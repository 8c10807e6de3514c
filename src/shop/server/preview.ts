import { formatMoney } from '#/kernel/money.ts'
import type { Config } from '#/kernel/server/config.ts'
import type { Db } from '#/kernel/server/db.ts'
import { type Preview, shortened } from '#/kernel/server/preview-tags.ts'
import { readProduct } from './catalogue/product.ts'
import { todayOf } from './today.ts'

type Asked = { id: string; pathname: string; now: Date; config: Pick<Config, 'DEFAULT_TIME_ZONE'> }

/** Returns what a chat shows of a link to a listed product. */
export async function shopPreview(
  db: Db,
  { id, pathname, now, config }: Asked,
): Promise<Preview | undefined> {
  const product = await readProduct(db, { id, today: todayOf({ now, config }), viewerId: null }).catch(
    (error: { code?: string }) => {
      if (error.code === 'request.not_found') return undefined
      throw error
    },
  )
  if (!product) return undefined
  const { name, brand, variants, description, pictures } = product
  const cheapest = variants.reduce(
    (least, { price }) => (price.amount < least.amount ? price : least),
    variants[0]!.price,
  )
  const price = `${variants.length > 1 ? 'From ' : ''}${formatMoney(cheapest)}`
  return {
    title: `${name}, ${brand}`,
    description: shortened(`${price}. ${description ?? ''}`),
    path: `${pathname.replace(/\/$/, '')}?product=${id}`,
    image: pictures[0] ?? null,
    isDescribed: true,
    type: 'product',
  }
}

import { hideProduct, showProduct } from '#/shop/server/index.ts'
import { writeDown } from './audit.ts'
import type { AdminWork } from './suspension.ts'

export async function hideProductAtDesk(
  work: AdminWork,
  { id, reason }: { id: string; reason: string },
): Promise<void> {
  await hideProduct(work, { id, reason })
  await writeDown(work, {
    action: 'product.hidden',
    subject: { kind: 'product', id },
    reason,
    before: { hidden: false },
    after: { hidden: true },
  })
}

export async function showProductAtDesk(work: AdminWork, id: string): Promise<void> {
  await showProduct(work, id)
  await writeDown(work, {
    action: 'product.shown',
    subject: { kind: 'product', id },
    before: { hidden: true },
    after: { hidden: false },
  })
}

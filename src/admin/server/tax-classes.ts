import { addTaxClass, changeTaxRate } from '#/shop/server/index.ts'
import { writeDown } from './audit.ts'
import type { AdminWork } from './suspension.ts'

const percent = (rate: number) => `${rate}%`

export async function addTaxClassAtDesk(
  work: AdminWork,
  { name, rate }: { name: string; rate: number },
): Promise<string> {
  const id = await addTaxClass(work.db, { name, rate })
  await writeDown(work, {
    action: 'tax.added',
    subject: { kind: 'tax_class', id },
    after: { rate: percent(rate) },
  })
  return id
}

export async function changeTaxRateAtDesk(
  work: AdminWork,
  { id, from, rate }: { id: string; from: number; rate: number },
): Promise<void> {
  await changeTaxRate(work.db, { id, from, rate })
  await writeDown(work, {
    action: 'tax.rate_changed',
    subject: { kind: 'tax_class', id },
    before: { rate: percent(from) },
    after: { rate: percent(rate) },
  })
}

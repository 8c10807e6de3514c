import { pdfRoot } from '#/care/rules.ts'
import type { Mount, MountParts } from '#/kernel/server/http/mounts.ts'
import { notePdfListener } from './download.ts'

export function careMounts({ config, ...parts }: MountParts): Mount[] {
  const notePdfs = notePdfListener({
    ...parts,
    rateLimits: config.RATE_LIMITS,
    product: config.PRODUCT_NAME,
  })
  return [{ prefix: pdfRoot, listen: notePdfs }]
}

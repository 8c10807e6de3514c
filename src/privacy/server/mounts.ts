import type { Files } from '#/kernel/server/files.ts'
import type { Mount, MountParts } from '#/kernel/server/http/mounts.ts'
import { archiveListener } from './download.ts'

export function privacyMounts(
  { config, ...parts }: MountParts,
  { filesOf }: Pick<Files, 'filesOf'>,
): Mount[] {
  const archive = archiveListener({
    ...parts,
    filesOf,
    product: config.PRODUCT_NAME,
    secret: config.AUTH_SECRET,
    rateLimits: config.RATE_LIMITS,
  })
  return [{ prefix: '/my-data/', listen: archive }]
}

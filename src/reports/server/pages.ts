import type { RequestListener } from 'node:http'
import { siteOf } from '#/kernel/server/config.ts'
import type { Db } from '#/kernel/server/db.ts'
import type { Files } from '#/kernel/server/files.ts'
import type { MountParts } from '#/kernel/server/http/mounts.ts'
import { targetOf } from '#/kernel/server/http/target.ts'
import type { BuiltFiles } from '#/kernel/server/static-files.ts'
import type { Announce } from '#/kernel/server/work.ts'
import { flyerListener, flyerPath } from './flyer.ts'
import { sharePageListener } from './share-page.ts'

type Options = { web: BuiltFiles; files: Files; announceIn(db: Db): Announce }

/** Serves the pages of reports with their tags, their flyers, and everything else from the build. */
export function withReportPages(
  { config, ...parts }: MountParts,
  { web, files, announceIn }: Options,
): RequestListener {
  const about = { site: siteOf(config), product: config.PRODUCT_NAME, timeZone: config.DEFAULT_TIME_ZONE }
  const share = sharePageListener({ ...parts, ...about, web })
  const flyer = flyerListener({
    ...parts,
    ...about,
    announceIn,
    rateLimits: config.RATE_LIMITS,
    // The demo's drawings are part of the build.
    readPhoto: async (url) => (await files.readPublic(url)) ?? web.read(url),
  })
  return async (request, response) => {
    if (flyerPath.test(targetOf(request).pathname)) return flyer(request, response)
    if (!(await share(request, response))) web.listen(request, response)
  }
}

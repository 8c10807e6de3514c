import type { RequestListener } from 'node:http'
import { siteOf } from '#/kernel/server/config.ts'
import type { MountParts } from '#/kernel/server/http/mounts.ts'
import { targetOf } from '#/kernel/server/http/target.ts'
import { type Preview, previewTags } from '#/kernel/server/preview-tags.ts'
import type { BuiltFiles } from '#/kernel/server/static-files.ts'
import { isUuid } from '#/kernel/uuid.ts'
import { shopPreview } from '#/shop/server/preview.ts'
import { sitterPreview } from '#/sitting/server/preview.ts'

/**
 * Serves the pages that people share with what a chat shows of them: the first page, a sitter and a product, as visitors see them.
 * Without the database, or of what isn't listed, the page comes without tags.
 */
export function withPreviews(
  { config, db, log, now }: MountParts,
  { web, next }: { web: BuiltFiles; next: RequestListener },
): RequestListener {
  const about = { site: siteOf(config), product: config.PRODUCT_NAME }
  const first = firstPage(web)

  async function read(pathname: string, product: string | null): Promise<Preview | null | undefined> {
    if (pathname === '/') return first
    const sitter = /^\/sitter-profile\/([^/]+)\/?$/.exec(pathname)?.[1]?.toLowerCase()
    if (sitter && isUuid(sitter)) return sitterPreview({ db, config }, sitter)
    const id = product?.toLowerCase()
    if (/^\/(merchandise|pharmacy)\/?$/.test(pathname) && id && isUuid(id))
      return shopPreview(db, { id, pathname, now: now(), config })
    return undefined
  }

  return async (request, response) => {
    const { pathname, searchParams } = targetOf(request)
    const found = await read(pathname, searchParams.get('product')).catch((error) => {
      log.warn({ error: String(error) }, 'page without preview')
      return null
    })
    if (found) await web.sendPage(request, response, previewTags(found, about))
    else next(request, response)
  }
}

/** Takes the first page's own title and description. */
function firstPage(web: BuiltFiles): Preview | undefined {
  const html = web.read('/index.html')?.toString() ?? ''
  const title = /<title>([^<]*)<\/title>/.exec(html)?.[1]
  const description = /<meta name="description" content="([^"]*)"/.exec(html)?.[1]
  return title && description
    ? {
        title: plain(title),
        description: plain(description),
        path: '/',
        image: null,
        isDescribed: true,
        type: 'website',
      }
    : undefined
}

/** Reads the few entities that React writes. */
const plain = (html: string): string =>
  html
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')

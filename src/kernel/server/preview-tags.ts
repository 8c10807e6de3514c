import { escapeHtml } from './html.ts'

/** The words and picture that a chat shows of a pasted link. `image`: a path or URL, null without one. */
export type Preview = {
  title: string
  description: string
  path: string
  image: string | null
  /** The built page has a description of its own. */
  isDescribed?: boolean
  type?: 'article' | 'website' | 'profile' | 'product'
}

type Site = { site: string; product: string }

/** Returns a page's Open Graph tags; chats ask for absolute URLs. */
export function previewTags(preview: Preview, { site, product }: Site): string {
  const { title, description, path, image, type, isDescribed } = preview
  const tags: [attribute: 'property' | 'name', key: string, content: string][] = [
    ['property', 'og:type', type ?? 'article'],
    ['property', 'og:site_name', product],
    ['property', 'og:title', title],
    ['property', 'og:description', description],
    ['property', 'og:url', site + path],
    ['property', 'og:image', new URL(image ?? '/icon-512.png', site).href],
    ['property', 'og:image:alt', title],
    ['name', 'twitter:card', image ? 'summary_large_image' : 'summary'],
  ]
  if (!isDescribed) tags.push(['name', 'description', description])
  return tags
    .map(([attribute, key, content]) => `<meta ${attribute}="${key}" content="${escapeHtml(content)}"/>`)
    .join('')
}

/** Cuts words for a preview, which shows about three lines. */
export const shortened = (text: string): string => {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length > 200 ? `${line.slice(0, 199).trimEnd()}…` : line
}

import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { criticalCss } from './critical-css.ts'

/** Rewrites the prerendered pages of a build so that nothing but their HTML is needed to paint them. */
export async function prepareFirstPaint(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, encoding: 'utf8' })
  const pages = entries.filter((file) => file.endsWith('.html')).map((file) => join(folder, file))
  await Promise.all(
    pages.map(async (page) => {
      const html = withoutFragments(await readFile(page, 'utf8'))
      await writeFile(page, startScriptsAfterPaint(inlineCss(html, await readSheets(folder, html))))
    }),
  )
}

const link = /<link rel="stylesheet" href="([^"]+)"\/>/g

/**
 * The router marks a sheet that parts loaded on demand need too with an empty fragment, so that it is loaded again for them: it
 * drops a page's sheets when the page is left. Ours stay (app/shell/lasting-styles.ts), so each is loaded once.
 */
export const withoutFragments = (text: string) => text.replaceAll('.css#"', '.css"')

/** Returns the CSS of a page's style sheets, in their order. */
export async function readSheets(folder: string, html: string): Promise<string> {
  const files = [...html.matchAll(link)].map(([, href]) => join(folder, href!))
  return (await Promise.all(files.map((file) => readFile(file, 'utf8')))).join('\n')
}

/**
 * Writes the CSS that the page uses into its head. Its sheets become ones for print, which hold up nothing; the page's
 * own script (app/shell/late-styles.ts) applies them once they are there. React finds the links where it expects them.
 */
export function inlineCss(html: string, css: string): string {
  const start = html.search(link)
  if (start < 0) throw new Error('A prerendered page has no style sheet')
  const links = html.match(link)!.join('')
  const late = html.slice(start).replace(link, '<link rel="stylesheet" href="$1" media="print"/>')
  return `${html.slice(0, start)}<style>${criticalCss(css, html)}</style><noscript>${links}</noscript>${late}`
}

const preload = /<link rel="modulepreload" href="([^"]+)"\/>/g
const start =
  /<script type="module" async="">import "([^"]+)";\s*((?:import \* as route\d+ from "[^"]+";\s*)*)window\.__reactRouterRouteModules = (\{[^}]*\});\s*import\("([^"]+)"\);<\/script>/

/**
 * Fetches and runs the page's modules once its first frame is painted: they would compete with it for the network and
 * the processor. A tab in the background paints nothing, and doesn't wait for it.
 */
export function startScriptsAfterPaint(html: string): string {
  const files = [...html.matchAll(preload)].map(([, href]) => href!)
  const [whole, manifest, imports, modules, entry] = start.exec(html) ?? []
  if (!whole) throw new Error('The router starts a prerendered page in another way than expected')
  const routes = [...imports!.matchAll(/(route\d+) from "([^"]+)"/g)]
  const names = routes.map(([, name]) => name).join()
  const fetched = [manifest, ...routes.map(([, , file]) => file)].map((file) => `import("${file}")`).join()
  const script = `{let begun;const begin=()=>{if(begun)return;begun=1;
for(const href of ${JSON.stringify(files)})document.head.append(Object.assign(document.createElement("link"),{rel:"modulepreload",href}));
Promise.all([${fetched}]).then(([,${names}])=>{window.__reactRouterRouteModules=${modules};return import("${entry}")}).catch(()=>{})};
document.hidden?begin():requestAnimationFrame(()=>setTimeout(begin));setTimeout(begin,500)}`
  return html
    .replaceAll(preload, '')
    .replace(whole, () => `<script type="module" async="">${script}</script>`)
}

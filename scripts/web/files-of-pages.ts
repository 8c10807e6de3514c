import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

type Part = { module: string; imports?: string[]; css?: string[]; parentId?: string }
type Manifest = { entry: Part; routes: Record<string, Part> }

/**
 * Lists the files of a build that these pages load: code, styles and fonts, also what they load on demand, but not the
 * pages that they link to.
 */
export async function filesOfPages(folder: string, paths: readonly string[]): Promise<string[]> {
  const assets = await readdir(join(folder, 'assets'))
  const manifestFile = assets.find((name) => /^manifest-.+\.js$/.test(name))
  if (!manifestFile) throw new Error('The build has no manifest')
  const read = (url: string) => readFile(join(folder, url), 'utf8')
  const importsFile = `/assets/${manifestFile.replace(/^manifest-(.+)\.js$/, 'imports-$1.json')}`
  const imports: Record<string, string[]> = JSON.parse(await read(importsFile))
  const { entry, routes } = manifestIn(await read(`/assets/${manifestFile}`))
  const files = new Set([`/assets/${manifestFile}`, importsFile])
  const add = (part: Part, ofRoute: readonly string[]) => {
    for (const file of [part.module, ...(part.imports ?? []), ...ofRoute, ...(part.css ?? [])])
      files.add(file)
  }
  add(entry, [])
  for (const path of ['root', ...paths])
    for (let id: string | undefined = path; id && routes[id]; id = routes[id]!.parentId)
      add(routes[id]!, imports[id] ?? [])
  const pages = new Set(Object.values(routes).map(({ module }) => module))
  const isWanted = ({ url, onDemand }: Named) =>
    assets.includes(url.slice(folderName.length)) && !(onDemand && pages.has(url)) && !rare.test(url)
  // Files added meanwhile are visited too.
  for (const file of files)
    if (/\.(?:js|css)$/.test(file))
      for (const named of namesIn(await read(file))) if (isWanted(named)) files.add(named.url)
  return [...files]
}

const folderName = '/assets/'

/** Fonts that few texts need, since the system's letters do without a network, and the large decoder of photos to send. */
const rare = /-(?:latin-ext|devanagari)-|heic-to-/

function manifestIn(script: string): Manifest {
  const [, json] = /^window\.__reactRouterManifest=(\{.*\});?$/s.exec(script) ?? []
  if (!json) throw new Error('The router writes its manifest in another way than expected')
  return JSON.parse(json)
}

type Named = { url: string; onDemand: boolean }

/** Lists the assets that a script or style sheet names. */
const namesIn = (text: string): Named[] =>
  [
    ...text.matchAll(
      /((?:from|import)\s*)?["'`(](?:\/?assets\/|\.\/)([\w.-]+\.(?:js|css|woff2|svg|png|webp))["'`)]/g,
    ),
  ].map(([, atOnce, name]) => ({ url: `${folderName}${name}`, onDemand: !atOnce }))

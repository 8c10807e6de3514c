import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { withoutFragments } from './first-paint.ts'

type Manifest = { routes: Record<string, { imports?: string[]; [flag: string]: unknown }> }

/**
 * Moves the imports of each page from the router's manifest, which every visitor loads before anything works, into
 * `imports-….json` beside it. Only app/shell/fetch-ahead.ts reads them. Leaves out flags that are false, which the router
 * takes for the same as missing ones: a third of the manifest.
 */
export async function leanManifest(folder: string): Promise<void> {
  const assets = join(folder, 'assets')
  const file = (await readdir(assets)).find((name) => /^manifest-.+\.js$/.test(name))
  if (!file) throw new Error('The build has no manifest')
  const { script, imports } = withoutImports(await readFile(join(assets, file), 'utf8'))
  await writeFile(join(assets, file), script)
  await writeFile(join(assets, file.replace(/^manifest-(.+)\.js$/, 'imports-$1.json')), imports)
}

export function withoutImports(script: string): { script: string; imports: string } {
  const [, start, json, end] = /^(window\.__reactRouterManifest=)(\{.*\})(;?)$/s.exec(script) ?? []
  if (!json) throw new Error('The router writes its manifest in another way than expected')
  const manifest = JSON.parse(withoutFragments(json)) as Manifest
  const imports: Record<string, string[]> = {}
  for (const [id, route] of Object.entries(manifest.routes)) {
    imports[id] = route.imports ?? []
    delete route.imports
    for (const [flag, value] of Object.entries(route)) if (value === false) delete route[flag]
  }
  return { script: `${start}${JSON.stringify(manifest)}${end}`, imports: JSON.stringify(imports) }
}

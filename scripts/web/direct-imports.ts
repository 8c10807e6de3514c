import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

/** A domain's index for others, which only passes on what its modules export. */
const fromIndex = /\bimport\s*\{([^{}]*)\}\s*from\s*["']#\/(\w+\/web)\/index\.ts["'];?/g

/**
 * Lets modules import from a domain's modules instead of its index. The build's grouping (shared-files.ts) looks at who
 * imports what; by way of an index, everyone would seem to import the whole domain.
 */
export function directImports(): Plugin {
  const kept = new Map<string, Promise<Map<string, Place>>>()
  const placesIn = (folder: string) => {
    const known =
      kept.get(folder) ??
      readFile(fileURLToPath(new URL(`../../src/${folder}/index.ts`, import.meta.url)), 'utf8').then(places)
    kept.set(folder, known)
    return known
  }
  return {
    name: 'direct-imports',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { id: /[\\/]src[\\/].+\.tsx?(?:\?|$)/, code: '/web/index.ts' },
      async handler(code) {
        let direct = code
        for (const [whole, names, folder] of code.matchAll(fromIndex))
          direct = direct.replace(whole, importsOf(names!, folder!, await placesIn(folder!)))
        return { code: direct, map: null }
      },
    },
  }
}

type Place = { file: string; name: string }

/** Reads where an index has its names from. */
export function places(index: string): Map<string, Place> {
  const found = new Map<string, Place>()
  for (const [, names, file] of index.matchAll(/\bexport\s*\{([^{}]*)\}\s*from\s*'\.\/([^']+)'/g))
    for (const { own, other } of listed(names!)) found.set(other, { file: file!, name: own })
  return found
}

/** Writes one import for each name. */
export function importsOf(names: string, folder: string, places: Map<string, Place>): string {
  return listed(names)
    .map(({ own, other }) => {
      // An index may also have something of its own.
      const place = places.get(own) ?? { file: 'index.ts', name: own }
      return `import { ${place.name} as ${other} } from '#/${folder}/${place.file}';`
    })
    .join('')
}

/** Splits `a, b as c`. */
const listed = (names: string) =>
  names
    .split(',')
    .map((part) => part.trim().replace(/^type\s+/, ''))
    .filter(Boolean)
    .map((part) => {
      const [own = '', other = own] = part.split(/\s+as\s+/)
      return { own, other }
    })

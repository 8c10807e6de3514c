/** Finds which files import which, to tell what a change can reach. Type imports are left to the compiler. */
import { readdir, readFile } from 'node:fs/promises'
import { join, posix } from 'node:path'

export type Source = {
  /** File contents by path from the root. */
  texts: Map<string, string>
  imports: Map<string, Set<string>>
}

const folders = ['src', 'db', 'e2e', 'scripts', 'bench']

export async function readSource(root: string): Promise<Source> {
  const listed = await Promise.all(
    folders.map(async (folder) =>
      (await readdir(join(root, folder), { recursive: true })).map((file) => `${folder}/${file}`),
    ),
  )
  const files = listed.flat().filter((file) => /\.(tsx?|mjs|css)$/.test(file))
  const read = files.map(async (file) => [file, await readFile(join(root, file), 'utf8')] as const)
  return sourceOf(new Map(await Promise.all(read)))
}

export function sourceOf(texts: Source['texts']): Source {
  const offers = new Map([...texts.keys()].filter(isIndex).map((file) => [file, offeredBy(file, texts)]))
  const imports = new Map<string, Set<string>>()
  for (const [file, text] of texts) {
    const found = new Set<string>()
    for (const { names, from } of importsIn(text)) {
      const target = pathOf(file, from)
      const offered = offers.get(target)
      // Follow only the names imported from an index, not the whole domain behind it.
      if (offered && names && !isIndex(file)) for (const name of names) found.add(offered.get(name) ?? target)
      else if (texts.has(target)) found.add(target)
    }
    imports.set(file, found)
  }
  return { texts, imports }
}

/** Returns the files and all that they import, directly or not, up to files where `stops` returns true. */
export function reachedFrom(
  { imports }: Source,
  files: Iterable<string>,
  stops: (file: string) => boolean = () => false,
): Set<string> {
  const reached = new Set(files)
  for (const file of reached) for (const next of imports.get(file) ?? []) if (!stops(next)) reached.add(next)
  return reached
}

const isIndex = (file: string) => /\/(server|web)\/index\.ts$/.test(file)

const statement =
  /^(?:import|export)\s+(?!type\b)(?:\{([^}]*)\}|[^'";{]*?)\s*(?:from\s*)?'((?:#\/|\.\.?\/)[^'?]+)|import\(\s*'((?:#\/|\.\.?\/)[^'?]+)/gm

function importsIn(text: string): { names: string[] | undefined; from: string }[] {
  return [...text.matchAll(statement)].map(([, names, from, lazily]) => ({
    names: names
      ?.split(',')
      .map((name) => name.trim().replace(/ as .*$/, ''))
      .filter((name) => name && !name.startsWith('type ')),
    from: from ?? lazily!,
  }))
}

function offeredBy(index: string, texts: Source['texts']): Map<string, string> {
  return new Map(
    importsIn(texts.get(index)!).flatMap(({ names, from }) =>
      (names ?? []).map((name) => [name, pathOf(index, from)] as const),
    ),
  )
}

const pathOf = (file: string, from: string) =>
  from.startsWith('#/') ? `src/${from.slice(2)}` : posix.join(posix.dirname(file), from)

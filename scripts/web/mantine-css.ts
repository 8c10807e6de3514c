import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const core = dirname(fileURLToPath(import.meta.resolve('@mantine/core/styles.css')))
const classNames = /@mantine[\\/](core|notifications)[\\/]esm[\\/].*?(\w+)\.module\.mjs$/
const sheet = /@mantine[\\/](?:core[\\/]styles[\\/]([\w-]+)|(notifications)[\\/]styles)\.layer\.css$/

const layersImport = "import './shell/layers.css'\n"
const everySheet = `${layersImport}import '@mantine/core/styles.layer.css'
import '@mantine/notifications/styles.layer.css'
`

/**
 * Gives every Mantine component its style sheet: the module with its class names imports the sheet of the same name, so
 * that whatever chunk renders a component brings the CSS of it and of all it is built on. Each sheet is put in a
 * cascade layer by what its component builds on, so that the order in which sheets arrive doesn't matter.
 */
export function mantineCss(): Plugin {
  const layers = layersOf(componentGraph())
  let isServed = false
  return {
    name: 'mantine-css',
    enforce: 'pre',
    configResolved({ command }) {
      isServed = command === 'serve'
    },
    transform(code, id) {
      // In development the library is bundled ahead, out of a plugin's reach: all of its CSS is there at once.
      if (isServed)
        return id.endsWith('/src/app/root.tsx') ? code.replace(layersImport, everySheet) : undefined
      const [, from, component] = classNames.exec(id) ?? []
      if (component) return `${code}\nimport '${sheetOf(from!, component)}'\n`
      const [, name, notifications] = sheet.exec(id) ?? []
      if (name || notifications) return inLayer(code, layers, name ?? notifications!)
      return
    },
  }
}

const sheetOf = (from: string, component: string) =>
  from === 'core' ? `@mantine/core/styles/${component}.layer.css` : '@mantine/notifications/styles.layer.css'

/** Sheets that no component's module names stand below all components; those of other packages stand above. */
function inLayer(css: string, layers: Map<string, number>, name: string): string {
  const top = Math.max(...layers.values()) + 1
  const layer = name === 'notifications' ? top : (layers.get(name) ?? 0)
  const order = Array.from({ length: top + 1 }, (_, index) => `mantine.l${index}`)
  return `@layer plain, ${order.join(', ')};\n${css.replace('@layer mantine', `@layer mantine.l${layer}`)}`
}

type Graph = Map<string, { uses: Set<string>; position: number }>

/** For each sheet of Mantine's: the sheets that its component also needs, and where it stands in Mantine's own order. */
function componentGraph(): Graph {
  const modules = readdirSync(join(core, 'esm'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.mjs'))
    .map((file) => join(core, 'esm', file))
  const imports = new Map(modules.map((file) => [file, importsOf(file)]))
  const whole = readFileSync(join(core, 'styles.css'), 'utf8')
  const graph: Graph = new Map()
  for (const [file, direct] of imports) {
    for (const named of direct.filter(isClassNames)) {
      const name = nameOf(named)
      const own = readFileSync(join(core, 'styles', `${name}.css`), 'utf8')
      const entry = graph.get(name) ?? { uses: new Set(), position: whole.indexOf(own.trim().slice(0, 200)) }
      graph.set(name, entry)
      for (const other of reachable(file, imports)) if (isClassNames(other)) entry.uses.add(nameOf(other))
      entry.uses.delete(name)
    }
  }
  return graph
}

const isClassNames = (file: string) => file.endsWith('.module.mjs')
const nameOf = (file: string) => basename(file, '.module.mjs')

const importsOf = (file: string) =>
  [...readFileSync(file, 'utf8').matchAll(/from "(\.[^"]+)"/g)].map((found) =>
    resolve(dirname(file), found[1]!),
  )

function reachable(from: string, imports: Map<string, string[]>, seen = new Set<string>()): Set<string> {
  if (!seen.has(from)) {
    seen.add(from)
    for (const next of imports.get(from) ?? []) reachable(next, imports, seen)
  }
  return seen
}

/**
 * A component's layer is one above the highest that it builds on. Where components use each other in a circle, the one
 * that comes first in Mantine's own sheet is the one built on.
 */
function layersOf(graph: Graph): Map<string, number> {
  const layers = new Map<string, number>()
  const inOrder = [...graph].toSorted(([, a], [, b]) => a.position - b.position)
  for (const [name, { uses }] of inOrder) {
    const below = [...uses].map((other) => layers.get(other) ?? 0)
    layers.set(name, Math.max(0, ...below) + 1)
  }
  return layers
}

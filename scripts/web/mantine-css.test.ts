import { readFileSync } from 'node:fs'
import { build, type Plugin, type Rolldown } from 'vite'
import { expect, test } from 'vitest'
import { mantineCss } from './mantine-css.ts'

const components = ['Autocomplete', 'Drawer', 'Menu', 'Modal', 'NativeSelect', 'PasswordInput', 'Tabs']

/** Builds each component as its own page, so that none depends on another page's CSS. */
const pages: Plugin = {
  name: 'pages',
  resolveId: (id) => (id.startsWith('page:') ? `\0${id}` : undefined),
  load: (id) =>
    id.startsWith('\0page:') ? `export { ${id.slice(6)} as page } from '@mantine/core'` : undefined,
}

async function buildPages(plugins: Plugin[]) {
  const { output } = (await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [pages, ...plugins],
    build: {
      write: false,
      minify: false,
      cssMinify: false,
      rolldownOptions: {
        input: Object.fromEntries(components.map((name) => [name, `page:${name}`])),
        external: /^react/,
        preserveEntrySignatures: 'strict',
      },
    },
  })) as Rolldown.RolldownOutput
  return new Map(output.map((file) => [file.fileName, file]))
}

/** Lists the page's components without any class name in the page's style sheets. */
function unstyled(files: Awaited<ReturnType<typeof buildPages>>, page: string): string[] {
  const entry = [...files.values()].find((file) => file.type === 'chunk' && file.name === page)!
  const chunks = new Set<Rolldown.OutputChunk>()
  const visit = (name: string) => {
    const file = files.get(name)
    if (file?.type !== 'chunk' || chunks.has(file)) return
    chunks.add(file)
    for (const next of file.imports) visit(next)
  }
  visit(entry.fileName)
  const sheets = [...chunks].flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])])
  const css = sheets.map((name) => (files.get(name) as Rolldown.OutputAsset).source).join('\n')
  return [...chunks]
    .flatMap((chunk) => Object.keys(chunk.modules))
    .filter((id) => id.endsWith('.module.mjs'))
    .filter((id) => ![...readFileSync(id, 'utf8').matchAll(/m_\w+/g)].some(([name]) => css.includes(name)))
    .map((id) => id.replace(/.*\/|\.module\.mjs/g, ''))
    .sort()
}

const built = buildPages([mantineCss()])

test('each Mantine component brings the CSS of all it is built on, also as the first page', async () => {
  const files = await built
  for (const page of components)
    expect({ page, unstyled: unstyled(files, page) }).toEqual({ page, unstyled: [] })
})

test('a page without the plugin is found out', async () => {
  const files = await buildPages([])
  expect(unstyled(files, 'Modal')).toEqual(
    expect.arrayContaining(['CloseButton', 'Modal', 'ModalBase', 'Overlay']),
  )
})

test('a component’s CSS overrides that of the components it is built on, in any order', async () => {
  const files = await built
  const css = [...files.values()].map((file) => (file.type === 'asset' ? String(file.source) : '')).join('\n')
  const layerOf = (component: string) => {
    const [, name] = /"(m_\w+)"/.exec(
      readFileSync(`node_modules/@mantine/core/esm/components/${component}/${component}.module.mjs`, 'utf8'),
    )!
    return Number(
      new RegExp(String.raw`@layer mantine\.l(\d+) \{(?:(?!@layer)[^])*?\.${name}\b`).exec(css)?.[1],
    )
  }
  const order = ['UnstyledButton', 'CloseButton', 'ModalBase', 'Modal'].map(layerOf)
  expect(order).toEqual(order.toSorted((a, b) => a - b))
  expect(new Set(order).size).toBe(order.length)
  expect(css.match(/@layer mantine \{/g)).toBeNull()
})

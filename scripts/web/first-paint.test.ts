import { expect, test } from 'vitest'
import { criticalCss } from './critical-css.ts'
import { inlineCss, startScriptsAfterPaint, withoutFragments } from './first-paint.ts'

const page = '<html><body><p class="card big">Hello</p><style>p{color:var(--ink)}</style></body></html>'

test('a page keeps the rules that may apply to it, in their order and layers', () => {
  const css =
    '@layer plain,mantine;@layer plain{a{color:red}.gone{color:red}}.card,.gone{margin:0}.gone .card{top:0}' +
    '@media (width>40em){.gone{left:0}}@media print{.card{left:0}}.card:not(.gone):is(.gone,.other) p{right:0}'
  expect(criticalCss(css, page)).toBe(
    '@layer plain,mantine;@layer plain{a{color:red}}.card,.gone{margin:0}' +
      '@media print{.card{left:0}}.card:not(.gone):is(.gone,.other) p{right:0}',
  )
})

test('states stay, which the written page is not in: dark, hovered, failed', () => {
  const css = ':root[data-scheme=dark] .card:hover{top:0}.big[data-error]{top:1px}[data-signed-in] p{top:2px}'
  expect(criticalCss(css, page)).toBe(css)
})

test('faces and animations stay, ours of the variables, and of Mantine’s those that are used', () => {
  const css =
    '@font-face{font-family:"A";src:url(/a.woff2)}@keyframes turn{to{rotate:1turn}}' +
    ':root{--ours:0;--ink:var(--mantine-black);--mantine-black:#000;--mantine-unused:"a;b}";--mantine-unused-too:0}'
  expect(criticalCss(css, page)).toBe(
    '@font-face{font-family:"A";src:url(/a.woff2)}@keyframes turn{to{rotate:1turn}}:root{--ours:0;--ink:var(--mantine-black);--mantine-black:#000;}',
  )
})

const written =
  '<head><link rel="modulepreload" href="/assets/manifest-1.js"/><link rel="modulepreload" href="/assets/shell-2.js"/>' +
  '<link rel="stylesheet" href="/assets/shell.css"/><link rel="stylesheet" href="/assets/page.css"/></head>' +
  '<body><p class="card">Hello</p><script type="module" async="">import "/assets/manifest-1.js";\n' +
  'import * as route0 from "/assets/root-3.js";\nimport * as route1 from "/assets/page-4.js";\n' +
  '  window.__reactRouterRouteModules = {"root":route0,"/page":route1};\n\nimport("/assets/entry-5.js");</script></body>'

test('no sheet of a page holds up its first paint, and without scripts they all count', () => {
  const html = inlineCss(written, '.card{margin:0}.gone{margin:0}')
  expect(html).toContain('<style>.card{margin:0}</style>')
  expect(html).toContain('<link rel="stylesheet" href="/assets/shell.css" media="print"/>')
  const outsideNoscript = html.replace(/<noscript>.*?<\/noscript>/, '')
  expect(outsideNoscript).not.toMatch(/rel="stylesheet" href="[^"]*"\/>/)
  expect(html).toContain(
    '<noscript><link rel="stylesheet" href="/assets/shell.css"/><link rel="stylesheet" href="/assets/page.css"/></noscript>',
  )
})

test('no script is asked for before the first paint, and all of them after it', async () => {
  const html = startScriptsAfterPaint(written)
  expect(html).not.toContain('<link rel="modulepreload"')
  expect(html).not.toMatch(/^import /m)
  const [, script] = /<script type="module" async="">([\s\S]*)<\/script>/.exec(html)!
  const added: string[] = []
  const fetched: string[] = []
  const window: Record<string, unknown> = {}
  const frames: (() => void)[] = []
  const run = new Function(
    'window',
    'document',
    'requestAnimationFrame',
    'setTimeout',
    'fetchModule',
    script!.replaceAll('import(', 'fetchModule('),
  )
  const document = {
    hidden: false,
    createElement: () => ({}),
    head: { append: ({ href }: { href: string }) => added.push(href) },
  }
  const fetchModule = (file: string) => {
    fetched.push(file)
    return Promise.resolve({ file })
  }
  run(
    window,
    document,
    (frame: () => void) => frames.push(frame),
    (then: () => void, ms?: number) => ms === undefined && then(),
    fetchModule,
  )
  expect([...added, ...fetched]).toEqual([])
  for (const frame of frames) frame()
  expect(added).toEqual(['/assets/manifest-1.js', '/assets/shell-2.js'])
  await expect.poll(() => fetched.at(-1)).toBe('/assets/entry-5.js')
  expect(window['__reactRouterRouteModules']).toEqual({
    root: { file: '/assets/root-3.js' },
    '/page': { file: '/assets/page-4.js' },
  })
})

test('a page that the router starts in another way stops the build', () => {
  expect(() => startScriptsAfterPaint(written.replace('import *', 'import type *'))).toThrow(/another way/)
})

test('a sheet has one name, whoever needs it, so that it is loaded once', () => {
  const marked =
    '<link rel="stylesheet" href="/assets/shell.css#"/>{"css":["/assets/page.css#"],"href":"/about#"}'
  expect(withoutFragments(marked)).toBe(
    '<link rel="stylesheet" href="/assets/shell.css"/>{"css":["/assets/page.css"],"href":"/about#"}',
  )
})

import { expect, test } from 'vitest'
import { withoutImports } from './lean-manifest.ts'

test('the manifest keeps each page’s code, styles and set flags, and its imports move to a map of their own', () => {
  const entry = { module: '/assets/entry-1.js', imports: ['/assets/shell-2.js'], css: [] }
  const page = {
    id: '/login',
    module: '/assets/login-3.js',
    css: ['/assets/login-4.css'],
    hasDefaultExport: true,
  }
  const manifest = {
    entry,
    routes: {
      '/login': { ...page, css: ['/assets/login-4.css#'], hasLoader: false, imports: ['/assets/form-5.js'] },
    },
    version: '6',
  }
  const { script, imports } = withoutImports(`window.__reactRouterManifest=${JSON.stringify(manifest)};`)
  const window: Record<string, unknown> = {}
  new Function('window', script)(window)
  expect(window['__reactRouterManifest']).toEqual({ entry, routes: { '/login': page }, version: '6' })
  expect(JSON.parse(imports)).toEqual({ '/login': ['/assets/form-5.js'] })
})

test('another form of the manifest stops the build', () => {
  expect(() => withoutImports('export default {}')).toThrow('another way than expected')
})

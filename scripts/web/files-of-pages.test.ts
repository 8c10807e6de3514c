import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { filesOfPages } from './files-of-pages.ts'

const folder = await mkdtemp(join(tmpdir(), 'pawfolk-build-'))
afterAll(() => rm(folder, { recursive: true }))

const manifest = {
  entry: { module: '/assets/entry-1.js', imports: ['/assets/shell-2.js'], css: [] },
  routes: {
    root: { id: 'root', module: '/assets/root-3.js', css: ['/assets/shell-4.css'] },
    layout: { id: 'layout', module: '/assets/layout-5.js' },
    '/todo': { id: '/todo', parentId: 'layout', module: '/assets/todo-6.js' },
    '/login': { id: '/login', module: '/assets/login-7.js' },
  },
}
const files: Record<string, string> = {
  'manifest-8.js': `window.__reactRouterManifest=${JSON.stringify(manifest)};`,
  'imports-8.json': JSON.stringify({ '/todo': ['/assets/list-9.js'] }),
  'entry-1.js': 'import"./shell-2.js"',
  'shell-2.js': 'import("./login-7.js");import("./toast-10.js")',
  'root-3.js': '',
  'shell-4.css': 'src:url(/assets/inter-11.woff2),url("/assets/inter-latin-ext-12.woff2")',
  'layout-5.js': '',
  'todo-6.js': 'const deps=["assets/dialog-13.css"];import{a}from"./list-9.js"',
  'login-7.js': '',
  'list-9.js': 'import("./missing-14.js");import("./heic-to-15.js")',
  'heic-to-15.js': '',
  'toast-10.js': '',
  'inter-11.woff2': '',
  'inter-latin-ext-12.woff2': '',
  'dialog-13.css': '',
}

test('a page’s files are its own, those around it, and what they load on demand, but not other pages or what is rare', async () => {
  await mkdir(join(folder, 'assets'))
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, 'assets', name), text)
  const found = await filesOfPages(folder, ['/todo'])
  const unwanted = ['login-7.js', 'inter-latin-ext-12.woff2', 'heic-to-15.js']
  expect(found.sort()).toEqual(
    Object.keys(files)
      .filter((name) => !unwanted.includes(name))
      .map((name) => `/assets/${name}`)
      .sort(),
  )
})

import { expect, test } from 'vitest'
import { offlinePage } from './offline-page.ts'

const start =
  '<html><head><title>Pet care near you · Pawfolk</title><link rel="modulepreload" href="/assets/a.js"/>' +
  '<link rel="stylesheet" href="/assets/shell.css"/></head>' +
  '<body><p>Loading</p><script type="module" async="">import("/assets/a.js")</script></body></html>'

test('the offline page has the app’s styles and none of its scripts', () => {
  const page = offlinePage(start, '.shape-button{margin:0}.gone{margin:0}')
  expect(page).toContain('<title>Offline · Pawfolk</title>')
  expect(page).toContain('<style>.shape-button{margin:0}</style>')
  expect(page).not.toContain('/assets/a.js')
  expect(page).toContain('<h1>You’re offline</h1>')
})

test('another form of the empty page stops the build', () => {
  expect(() => offlinePage(start.replace('<body>', '<body class="app">'), '')).toThrow(/another way/)
})

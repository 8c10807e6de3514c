import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inlineCss, readSheets, withoutFragments } from './first-paint.ts'

const body = `<main id="main" class="offline">
<svg width="240" height="180" viewBox="0 0 240 180" aria-hidden="true" focusable="false"><use href="/drawings.svg#something-went-wrong"/></svg>
<h1>You’re offline</h1>
<p>This page needs a network. These open without one:</p>
<ul class="shape-list">
<li><a class="shape-link" href="/emergency-services">Emergency help</a></li>
<li><a class="shape-link" href="/emergency/first-aid">First aid</a></li>
<li><a class="shape-link" href="/todo">To-Do</a></li>
</ul>
<p><a class="shape-button" href="">Try again</a></p>
</main>
<style>
.offline{display:grid;justify-items:center;margin:0 auto;max-width:36rem;padding:2rem 1rem;text-align:center}
.offline h1{margin-top:1.5rem}
.offline svg{max-width:100%}
.offline .shape-button{background:var(--primary);color:var(--on-primary)}
.offline .shape-list{display:grid;justify-items:center}
</style>
<script>addEventListener('online',()=>setTimeout(()=>navigator.onLine&&location.reload(),1000))</script>`

/**
 * Makes the page that the service worker shows in place of one whose code it doesn't keep. It needs no scripts of the app:
 * the router would ask for the missing ones, and reload for ever. It reloads once the network has been back for a second: a
 * network that comes and goes would take the page from under a click.
 */
export async function makeOfflinePage(folder: string): Promise<string> {
  const start = withoutFragments(await readFile(join(folder, '__spa-fallback.html'), 'utf8'))
  return offlinePage(start, await readSheets(folder, start))
}

export const writeOfflinePage = (folder: string, html: string): Promise<void> =>
  writeFile(join(folder, 'offline.html'), html)

export function offlinePage(start: string, css: string): string {
  const product = /<title>(?:.* · )?(.*)<\/title>/.exec(start)?.[1]
  const page = start
    .replace(/<title>.*<\/title>/, `<title>Offline · ${product}</title>`)
    .replace(/<link rel="modulepreload"[^>]*>/g, '')
    .replace(/<body>[\s\S]*<\/body>/, () => `<body>${body}</body>`)
  if (!product || !page.includes(body) || /<script type="module"/.test(page))
    throw new Error('The app’s empty page is written in another way than expected')
  return inlineCss(page, css)
}

import { accessSync, constants, existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { delimiter, join, resolve } from 'node:path'
import type { LaunchOptions } from '@playwright/test'

const names = ['google-chrome-stable', 'google-chrome', 'chromium', 'chromium-browser', 'chrome']
const macOS = ['Google Chrome', 'Chromium'].map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`)

// The browser must contact no server but ours.
const quiet = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-quic',
]

/** Prefers the machine's Chrome or Chromium to the packaged one. */
export async function launchOptions(): Promise<LaunchOptions> {
  // Chrome refuses to sandbox itself as root.
  const args = process.getuid?.() === 0 ? [...quiet, '--no-sandbox'] : quiet
  const installed = process.env['CHROME_PATH'] || installedBrowser()
  if (installed) return { executablePath: installed, args }
  const folder = await unpackedChromium()
  // The package's own flags switch off web security, which would hide violations of our Content-Security-Policy.
  const needed = ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu']
  const hasFonts = existsSync('/etc/fonts/fonts.conf')
  return {
    executablePath: join(folder, 'chromium'),
    args: [...quiet, ...needed],
    env: hasFonts
      ? undefined
      : { ...(process.env as Record<string, string>), FONTCONFIG_FILE: join(folder, 'fonts.conf') },
  }
}

/**
 * The package unpacks into the temporary folder and takes what it finds there for its own: half unpacked by another
 * run, or another user's. So it gets a temporary folder of its own, which takes its final name when it is complete.
 */
async function unpackedChromium(): Promise<string> {
  const { version } = JSON.parse(await readFile('node_modules/@sparticuz/chromium/package.json', 'utf8'))
  const folder = resolve('.data', `chromium-${version}`)
  if (existsSync(folder)) return folder
  const { default: chromium } = await import('@sparticuz/chromium')
  await mkdir('.data', { recursive: true })
  const draft = await mkdtemp(`${folder}.`)
  const before = process.env['TMPDIR']
  process.env['TMPDIR'] = draft
  try {
    await chmod(await chromium.executablePath(), 0o755)
  } finally {
    if (before === undefined) delete process.env['TMPDIR']
    else process.env['TMPDIR'] = before
  }
  await writeFile(
    join(draft, 'fonts.conf'),
    `<fontconfig><dir>${join(folder, 'fonts')}</dir><cachedir>${join(folder, 'font-cache')}</cachedir></fontconfig>`,
  )
  await chmod(draft, 0o755)
  try {
    await rename(draft, folder)
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    if (!existsSync(folder)) throw error
  }
  return folder
}

function installedBrowser(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  return [...folders.flatMap((folder) => names.map((name) => join(folder, name))), ...macOS].find(
    isExecutable,
  )
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

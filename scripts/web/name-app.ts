import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Writes the operator's name for the product into the manifest that phones install the app by. */
export async function nameApp(folder: string): Promise<void> {
  const file = join(folder, 'manifest.webmanifest')
  const manifest = JSON.parse(await readFile(file, 'utf8'))
  const name = process.env['PRODUCT_NAME'] || manifest.name
  await writeFile(file, JSON.stringify({ ...manifest, name, short_name: name }))
}

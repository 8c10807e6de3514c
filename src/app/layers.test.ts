import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))

type Report = {
  summary: {
    totalCruised: number
    totalDependenciesCruised: number
    violations: { rule: { name: string }; from: string; to: string }[]
  }
  modules: { source: string; dependencies: { resolved: string }[] }[]
}

function cruise(folder: string): Promise<Report> {
  const cruiser = join(root, 'node_modules/.bin/depcruise')
  const config = join(root, '.dependency-cruiser.mjs')
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [cruiser, 'src', '--config', config, '--output-type', 'json'],
      { cwd: folder, maxBuffer: 64 * 1024 * 1024 },
      (error, output) => (output ? resolve(JSON.parse(output)) : reject(error)),
    )
  })
}

test('the source keeps its layers, and the check has seen it', { timeout: 60_000 }, async () => {
  const { summary, modules } = await cruise(root)
  expect(summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`)).toEqual([])
  expect(summary.totalCruised).toBeGreaterThan(150)
  // Our own imports are followed, not mistaken for missing packages.
  const book = modules.find(({ source }) => source === 'src/veterinary/server/book.ts')
  expect(book?.dependencies.map(({ resolved }) => resolved)).toContain('src/appointments/server/index.ts')
})

test('each planted violation of the layers is caught', { timeout: 60_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pawfolk-layers-'))
  try {
    await cp(join(root, 'package.json'), join(folder, 'package.json'))
    const planted: Record<string, [file: string, imports: string]> = {
      'kernel-knows-no-domain': ['src/kernel/a.ts', '#/pets/target.ts'],
      'pets-sees-only-earlier-domains': ['src/pets/a.ts', '#/booking/target.ts'],
      'veterinary-is-a-stranger-to-other-services': ['src/veterinary/server/a.ts', '#/shop/target.ts'],
      'insides-of-ground-domains-only-by-their-index': [
        'src/veterinary/server/b.ts',
        '#/booking/server/target.ts',
      ],
      'admin-sees-insides-only-by-their-index': ['src/admin/server/a.ts', '#/shop/server/target.ts'],
      'browser-never-imports-server': ['src/veterinary/web/a.tsx', '#/veterinary/server/target.ts'],
      'domain-root-files-are-pure': ['src/veterinary/rules.ts', '#/veterinary/server/target.ts'],
      'a-domain-has-root-server-and-web': ['src/shop/server/b.ts', '#/shop/parts/target.ts'],
      'files-are-named-after-what-is-in-them': ['src/shop/server/c.ts', '#/shop/server/helpers.ts'],
      'server-never-imports-web': ['src/veterinary/server/c.ts', '#/veterinary/web/target.ts'],
      'testing-only-from-tests': ['src/veterinary/server/d.ts', '#/kernel/testing/target.ts'],
      'no-circular': ['src/shop/target.ts', '#/shop/other.ts'],
    }
    const write = async (file: string, text: string) => {
      await mkdir(dirname(join(folder, file)), { recursive: true })
      await writeFile(join(folder, file), text)
    }
    for (const [, target] of Object.values(planted)) {
      await write(target.replace('#/', 'src/'), 'export const target = 1\n')
    }
    await write(
      'src/shop/other.ts',
      "import { target } from '#/shop/target.ts'\nexport const other = target\n",
    )
    for (const [file, target] of Object.values(planted)) {
      await write(file, `import '${target}'\nexport const target = 1\n`)
    }
    const caught = new Set((await cruise(folder)).summary.violations.map(({ rule }) => rule.name))
    expect([...caught].sort()).toEqual(Object.keys(planted).sort())
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

test('each planted violation of the style is caught', { timeout: 60_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pawfolk-style-'))
  try {
    const planted: Record<string, string> = {
      'src/pets/server/above.ts': "import '../rules.ts'\n",
      'src/pets/server/bare.ts': "import './change'\n",
      'src/pets/server/clock.ts': 'export const at = new Date()\n',
      'src/pets/server/dice.ts': 'export const roll = Math.random()\n',
      'src/pets/server/milliseconds.ts': 'export const at = Date.now()\n',
      'src/pets/server/environment.ts': 'export const home = process.env\n',
      'src/pets/server/spread.ts': 'export const pet = { ...{ name: 1 }, age: 2 }\n',
      'src/pets/server/class.ts': 'export class Pet {}\n',
      'src/pets/server/heir.ts': 'export class Pet extends Map {}\n',
      'src/pets/server/interface.ts': 'export interface Pet {\n  name: string\n}\n',
    }
    const fine: Record<string, string> = {
      'src/pets/server/fine.ts':
        "import '#/pets/rules.ts'\nimport './change.ts'\n\nexport const day = new Date(0)\n",
      'src/pets/server/fine.test.ts': 'export const at = new Date()\n',
      'src/pets/server/refusal.ts': 'export class PetRefusal extends Error {}\n',
      'src/kernel/server/fine.ts': 'export const home = process.env\n',
    }
    for (const part of ['biome.json', 'scripts/lint'])
      await cp(join(root, part), join(folder, part), { recursive: true })
    for (const [file, text] of Object.entries({ ...planted, ...fine, 'src/pets/server/change.ts': '' })) {
      await mkdir(dirname(join(folder, file)), { recursive: true })
      await writeFile(join(folder, file), text)
    }
    expect(await filesWithErrors(folder)).toEqual(Object.keys(planted).sort())
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

function filesWithErrors(folder: string): Promise<string[]> {
  const args = ['lint', '--vcs-enabled=false', '--diagnostic-level=error', '--reporter=github', 'src']
  return new Promise((resolve) => {
    execFile(join(root, 'node_modules/.bin/biome'), args, { cwd: folder }, (_error, output) => {
      const files = [...output.matchAll(/^::error .*?file=([^,]+),/gm)].map(([, file]) =>
        relative(folder, file!),
      )
      resolve([...new Set(files)].sort())
    })
  })
}

import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { routeOf } from '#/app/route-table.ts'
import { stories } from '../e2e/stories.ts'
import { readSource, type Source, sourceOf } from './imports.ts'
import { select } from './selection.ts'
import { root } from './steps.ts'

const small = sourceOf(
  new Map(
    Object.entries({
      'src/app/testing/world.ts': "import { boot } from '#/app/boot.ts'",
      'src/app/boot.ts': "import { router } from '#/app/server.ts'",
      'src/app/server.ts': "import { shop } from '#/shop/server/endpoints.ts'",
      'src/app/contract.ts': "import { shopContract } from '#/shop/contract.ts'",
      'src/app/server/access.test.ts': "import { contract } from '#/app/contract.ts'",
      'src/kernel/server/http.ts': '',
      'src/kernel/money.ts': '',
      'src/kernel/money.test.ts': "import { sum } from './money.ts'",
      'src/payments/server/index.ts':
        "export { charge } from './charge.ts'\nexport { refund } from './refund.ts'",
      'src/payments/server/charge.ts': "import type { Sum } from '#/kernel/money.ts'",
      'src/payments/server/refund.ts': '',
      'src/payments/server/money.test.ts': "import { openWorld } from '#/app/testing/world.ts'",
      'src/shop/contract.ts': '',
      'src/shop/server/endpoints.ts': "import { order } from './order.ts'",
      'src/shop/server/order.ts': "import {\n  charge,\n} from '#/payments/server/index.ts'",
      'src/shop/server/order.test.ts': "import { openWorld } from '#/app/testing/world.ts'",
      'src/pets/rules.ts': "import { sum } from '#/kernel/money.ts'",
      'src/pets/rules.test.ts': "import { isPet } from './rules.ts'",
      'e2e/provider.ts': "import { sum } from '#/kernel/money.ts'",
      'e2e/shop.spec.ts': "import { become } from './provider.ts'",
      'e2e/pets.spec.ts': '',
    }),
  ),
)
const chosenBy = (...changed: string[]) => {
  const about = { 'shop.spec.ts': ['src/shop', 'src/payments/web'], 'pets.spec.ts': ['src/pets'] }
  const { tests, stories: told, wide } = select(small, about, changed)
  return { tests: [...tests.keys()].sort(), stories: [...told.keys()].sort(), wide }
}

describe('the tests that a change selects', () => {
  test('the tests that import it, and the stories about its folder', () => {
    expect(chosenBy('src/pets/rules.ts')).toEqual({
      tests: ['src/pets/rules.test.ts'],
      stories: ['e2e/pets.spec.ts'],
      wide: [],
    })
  })

  test('tests that call the app, for domains whose servers use the file, and no others', () => {
    expect(chosenBy('src/shop/server/order.ts').tests).toEqual(['src/shop/server/order.test.ts'])
    expect(chosenBy('src/payments/server/charge.ts').tests).toEqual([
      'src/payments/server/money.test.ts',
      'src/shop/server/order.test.ts',
    ])
  })

  test('an index does not make a domain depend on all that the index offers', () => {
    expect(chosenBy('src/payments/server/refund.ts').tests).toEqual(['src/payments/server/money.test.ts'])
  })

  test('a contract, also the tests that go over all endpoints', () => {
    expect(chosenBy('src/shop/contract.ts').tests).toEqual(['src/app/server/access.test.ts'])
  })

  test('a file that everything depends on selects its own tests, and says that more could break', () => {
    expect(chosenBy('src/kernel/money.ts')).toEqual({
      tests: ['src/kernel/money.test.ts'],
      stories: [],
      wide: ['src/kernel/money.ts'],
    })
    expect(chosenBy('package.json')).toEqual({ tests: [], stories: [], wide: ['package.json'] })
  })

  test('a migration, the tests of its domain', () => {
    expect(chosenBy('db/migrations/0014_shop.sql').tests).toEqual(['src/shop/server/order.test.ts'])
  })

  test('a test or story selects itself; a file shared by stories selects those that use it', () => {
    expect(chosenBy('src/kernel/money.test.ts', 'e2e/pets.spec.ts')).toEqual({
      tests: ['src/kernel/money.test.ts'],
      stories: ['e2e/pets.spec.ts'],
      wide: [],
    })
    expect(chosenBy('e2e/provider.ts').stories).toEqual(['e2e/shop.spec.ts'])
  })

  test('a file that is gone runs nothing that is gone with it', () => {
    expect(chosenBy('src/pets/gone.test.ts', 'e2e/gone.spec.ts').tests).toEqual([])
  })
})

describe('in this source', () => {
  let source: Source
  beforeAll(async () => {
    source = await readSource(root)
  })
  const domainsAskedFor = (file: string) => {
    const { tests } = select(source, {}, [file])
    return [...new Set([...tests.keys()].map((test) => test.split('/')[1]))].sort()
  }

  test('a change in one domain doesn’t run every domain’s tests', () => {
    expect(domainsAskedFor('src/support/server/tickets.ts')).toEqual(['support'])
    expect(domainsAskedFor('src/messaging/server/tell.ts')).toEqual(['messaging'])
    expect(domainsAskedFor('src/payments/server/refunds.ts')).toEqual(
      expect.arrayContaining(['admin', 'payments']),
    )
    expect(domainsAskedFor('src/payments/server/refunds.ts')).not.toContain('messaging')
  })

  test('each story lists its folders, and they exist', () => {
    const files = readdirSync(join(root, 'e2e')).filter((name) => name.endsWith('.spec.ts'))
    expect(Object.keys(stories).sort()).toEqual(files.sort())
    for (const folder of new Set(Object.values(stories).flat()))
      expect(existsSync(join(root, folder)), folder).toBe(true)
  })

  test('each domain with pages has a story', () => {
    const all = Object.values(stories).flat()
    const domains = readdirSync(join(root, 'src')).filter((name) =>
      existsSync(join(root, 'src', name, 'web')),
    )
    expect(domains.filter((domain) => !all.includes(`src/${domain}`))).toEqual([])
  })

  test('a story lists each domain whose rows it makes, and one whose pages it opens', () => {
    const domainOf = (path: string) => /^(?:src\/|#\/)?([^/]+)/.exec(path)![1]!
    const missing = Object.entries(stories).flatMap(([story, folders]) => {
      const text = source.texts.get(`e2e/${story}`)!
      const about = folders.map(domainOf)
      const makes = [...text.matchAll(/from '(#\/[a-z]+)\/server\/(?:\w+\.)?factory\.ts'/g)]
        .map(([, from]) => domainOf(from!))
        .filter((domain) => domain !== 'kernel' && !about.includes(domain))
      const opens = [...text.matchAll(/goto\(\s*['`](\/[^'`?#$]*)/g)]
        .flatMap(([, path]) => routeOf(path!)?.page ?? [])
        .map(domainOf)
        // The app's pages show several domains, and all stories log in.
        .filter((domain) => !['app', 'accounts'].includes(domain))
      const isAboutOne = opens.length === 0 || opens.some((domain) => about.includes(domain))
      return [...makes, ...(isAboutOne ? [] : opens)].map((domain) => `${story}: ${domain}`)
    })
    expect(missing).toEqual([])
  })
})

/** Selects the tests that a change can break and that run in minutes. `npm test` runs everything. */
import { basename } from 'node:path'
import { reachedFrom, type Source } from './imports.ts'

export type Selection = {
  /** Test files and stories, each with the reason why it runs. */
  tests: Map<string, string>
  stories: Map<string, string>
  /** Changed files that can break more than the selected tests cover. */
  wide: string[]
}

type Add = (test: string, reason: string) => void

/** These files import all domains; if followed, every test would reach every file. */
const contract = 'src/app/contract.ts'
const world = 'src/app/testing/world.ts'
const servers = 'src/app/testing/server-process.ts'
const joints = [contract, world, ...['server', 'boot', 'route-table'].map((name) => `src/app/${name}.ts`)]
const isJoint = (file: string) => joints.includes(file)

/** A file imported by more tests than this doesn't narrow down the selection. */
const few = 40

const isTest = (file: string) => /\.test\.tsx?$/.test(file)
const isStory = (file: string) => /^e2e\/[^/]+\.spec\.ts$/.test(file)
const isBelow = (folder: string) => (file: string) => file === folder || file.startsWith(`${folder}/`)
const domainOf = (file: string) => /^src\/([^/]+)\//.exec(file)?.[1]
/** All domains depend on these. */
const isEveryones = (file: string) =>
  isBelow('src/kernel')(file) || (isBelow('src/app')(file) && !/^src\/app\/(shell|pages)\//.test(file))

/** `about` lists each story's folders. */
export function select(source: Source, about: Record<string, string[]>, changed: string[]): Selection {
  const selection: Selection = { tests: new Map(), stories: new Map(), wide: [] }
  const tests = testChooser(source)
  const noteOnce =
    (chosen: Map<string, string>): Add =>
    (file, reason) => {
      if (!chosen.has(file)) chosen.set(file, reason)
    }
  for (const file of changed) {
    if (tests(file, noteOnce(selection.tests)) === 'wide') selection.wide.push(file)
    addStories(source, about, file, noteOnce(selection.stories))
  }
  return selection
}

function testChooser(source: Source) {
  const files = [...source.texts.keys()]
  const domains = new Set(files.map(domainOf))
  const tests = files.filter(isTest)
  const reach = new Map(tests.map((test) => [test, reachedFrom(source, [test], isJoint)]))
  const behind = new Map([...domains].map((domain) => [domain, serverOf(source, files, domain)]))

  const reaching = (file: string) => tests.filter((test) => reach.get(test)!.has(file))
  const importing = (file: string) => tests.filter((test) => source.imports.get(test)!.has(file))
  const withText = (text: RegExp) =>
    tests.filter((test) => [...reach.get(test)!].some((part) => text.test(source.texts.get(part) ?? '')))
  /** Tests that call the running app, and so don't import the code they test. */
  const asking = tests.filter((test) => {
    const reached = reachedFrom(source, [test], (file) => isJoint(file) && file !== world)
    return reached.has(world) || reached.has(servers)
  })
  const askingDomain = (domain: string | undefined) => asking.filter((test) => domainOf(test) === domain)

  function ofEveryones(file: string, add: Add): void {
    const found = reaching(file)
    const near = found.filter((test) => domainOf(test) === domainOf(file))
    const direct = importing(file)
    for (const test of direct.length > few ? near : [...near, ...direct]) add(test, `imports ${file}`)
    if (found.length > 0 || /\.(tsx|css)$|\/web\//.test(file)) return
    // Only the app uses it, like its HTTP server.
    for (const test of [...askingDomain('app'), ...askingDomain('kernel')])
      add(test, `starts the app, which uses ${file}`)
  }

  function ofDomain(file: string, add: Add): void {
    for (const test of reaching(file)) add(test, `imports ${file}`)
    for (const [domain, server] of behind)
      if (domain !== 'app' && server.has(file))
        for (const test of askingDomain(domain)) add(test, `asks src/${domain}, which uses ${file}`)
    if (basename(file) !== 'contract.ts') return
    const wholeContract = tests.filter((test) =>
      [...reach.get(test)!].some((part) => source.imports.get(part)?.has(contract)),
    )
    for (const test of wholeContract) add(test, `asks all endpoints, also those of ${file}`)
  }

  return (file: string, add: Add): 'wide' | undefined => {
    if (isTest(file)) {
      if (source.texts.has(file)) add(file, 'changed')
      return
    }
    const migrated = /^db\/migrations\/\d+_(\w+)\.sql$/.exec(file)?.[1]
    if (migrated) {
      for (const test of askingDomain(migrated)) add(test, `stores in ${file}`)
      return domains.has(migrated) && migrated !== 'kernel' ? undefined : 'wide'
    }
    if (isEveryones(file)) {
      ofEveryones(file, add)
      return 'wide'
    }
    if (source.texts.has(file)) return void ofDomain(file, add)
    for (const test of withText(new RegExp(`['"/\`]${RegExp.escape(basename(file))}['"\`]`)))
      add(test, `names ${file}`)
    // Project settings and packages.
    return file.includes('/') || file.endsWith('.md') ? undefined : 'wide'
  }
}

function addStories(source: Source, about: Record<string, string[]>, file: string, add: Add): void {
  if (isTest(file) || file.includes('/testing/')) return
  for (const story of [...source.texts.keys()].filter(isStory)) {
    const folder = about[basename(story)]?.find((one) => isBelow(one)(file))
    if (story === file) add(story, 'changed')
    else if (folder) add(story, `is about ${folder}: ${file}`)
    else if (file !== 'e2e/fixture.ts' && isBelow('e2e')(file) && source.imports.get(story)!.has(file))
      add(story, `imports ${file}`)
  }
}

/** Returns a domain's endpoints, subscribers and sweeps with everything they import. */
function serverOf(source: Source, files: string[], domain: string | undefined): Set<string> {
  const own = files.filter(
    (file) =>
      isBelow(`src/${domain}/server`)(file) && !isTest(file) && !/(\.factory|\/index)\.ts$/.test(file),
  )
  return reachedFrom(source, own, isJoint)
}

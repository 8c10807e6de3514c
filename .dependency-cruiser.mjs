// The layers: kernel → ground domains in their order → services (strangers to one another) → admin → app.
// Each sees only what stands before it.
const ground = [
  'accounts',
  'location',
  'owners',
  'pets',
  'notifications',
  'verification',
  'messaging',
  'households',
  'payments',
  'booking',
  'packages',
  'appointments',
  'ratings',
  'care',
]
const services = [
  'veterinary',
  'sitting',
  'training',
  'styling',
  'reports',
  'community',
  'shop',
  'insurance',
  'emergency',
  'playdates',
  'adoption',
  'todo',
  'support',
  'privacy',
]
const folders = (names) => `^src/(${names.join('|')})/`
const tests = '\\.(test|factory)\\.tsx?$'
const insides = '^src/[^/]+/(server|web)/'

const later = ground.map((domain, index) => ({
  name: `${domain}-sees-only-earlier-domains`,
  severity: 'error',
  from: { path: `^src/${domain}/`, pathNot: tests },
  to: { path: folders([...ground.slice(index + 1), ...services, 'admin', 'app']) },
}))

export default {
  forbidden: [
    {
      name: 'kernel-knows-no-domain',
      severity: 'error',
      from: { path: '^src/kernel/', pathNot: tests },
      to: { path: folders([...ground, ...services, 'admin', 'app']) },
    },
    ...later,
    ...services.map((service) => ({
      name: `${service}-is-a-stranger-to-other-services`,
      severity: 'error',
      from: { path: `^src/${service}/`, pathNot: tests },
      to: { path: folders([...services.filter((other) => other !== service), 'admin', 'app']) },
    })),
    {
      name: 'insides-of-ground-domains-only-by-their-index',
      severity: 'error',
      from: { path: `^src/(${[...ground, ...services].join('|')})/`, pathNot: tests },
      to: {
        path: insides,
        pathNot: ['^src/$1/', '^src/kernel/', `^src/(${ground.join('|')})/(server|web)/index\\.ts$`],
      },
    },
    {
      name: 'admin-sees-insides-only-by-their-index',
      severity: 'error',
      from: { path: '^src/admin/', pathNot: tests },
      to: { path: insides, pathNot: ['^src/(admin|kernel)/', '^src/[^/]+/(server|web)/index\\.ts$'] },
    },
    {
      name: 'insides-of-services-only-by-app-and-admin',
      severity: 'error',
      from: { path: folders([...ground, ...services, 'kernel']), pathNot: tests },
      to: { path: `^src/(${services.join('|')})/(server|web)/`, pathNot: '^src/$1/' },
    },
    {
      name: 'browser-never-imports-server',
      severity: 'error',
      from: {
        path: ['^src/[^/]+/web/', '^src/app/(shell|pages)/', '^src/app/(root|routes|entry)'],
        pathNot: [tests, 'entry\\.server'],
      },
      to: { path: ['^src/[^/]+/server/', '^node:'] },
    },
    {
      name: 'domain-root-files-are-pure',
      severity: 'error',
      from: { path: '^src/[^/]+/[^/]+\\.ts$', pathNot: ['^src/app/', tests] },
      to: {
        path: ['^src/[^/]+/(server|web)/', '^node:', 'node_modules/(kysely|pg|react|@mantine|@tanstack)/'],
      },
    },
    {
      name: 'a-domain-has-root-server-and-web',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^src/(?!kernel/|app/|payments/sandbox/)[^/]+/(?!server/|web/)[^/]+/' },
    },
    {
      name: 'files-are-named-after-what-is-in-them',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^src/.*/(utils?|helpers?|common|types|constants|managers?|base|misc)\\.tsx?$' },
    },
    {
      name: 'server-never-imports-web',
      severity: 'error',
      from: { path: '^src/[^/]+/server/', pathNot: tests },
      to: { path: '^src/[^/]+/web/' },
    },
    {
      name: 'testing-only-from-tests',
      severity: 'error',
      from: { path: '^src/', pathNot: [tests, '/testing/'] },
      to: { path: '/testing/' },
    },
    { name: 'no-circular', severity: 'error', from: { path: '^src/' }, to: { circular: true } },
    {
      name: 'resolves',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: ['\\.css$', '\\?url$', '^virtual:'] },
    },
  ],
  options: {
    // TypeScript 7 has no JavaScript API for the cruiser to use; without swc it finds nothing and reports success.
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
}

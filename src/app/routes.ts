import { existsSync } from 'node:fs'
import { type RouteConfig, route } from '@react-router/dev/routes'
import { routeTable } from './route-table.ts'

const present = (page: string) => (existsSync(`src/${page}`) ? page : 'app/pages/ComingSoonPage.tsx')

export default [
  ...routeTable.map((row) => route(row.path, `../${present(row.page)}`, { id: row.path })),
  route('*', 'pages/NotFoundPage.tsx', { id: '*' }),
] satisfies RouteConfig

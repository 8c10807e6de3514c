import { type RouteConfig, route } from '@react-router/dev/routes'
import { routeTable } from './route-table.ts'

export default [
  ...routeTable.map(({ path, page }) => route(path, `../${page}`, { id: path })),
  route('*', 'pages/NotFoundPage.tsx', { id: '*' }),
] satisfies RouteConfig

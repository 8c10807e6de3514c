import { layout, type RouteConfig, type RouteConfigEntry, route } from '@react-router/dev/routes'
import { type RouteRow, routeTable } from './route-table.ts'

const routeFor = ({ path, page }: RouteRow): RouteConfigEntry => route(path, `../${page}`, { id: path })

export default [
  ...routeTable.filter(({ light }) => light).map(routeFor),
  layout('shell/LibrariesLayout.tsx', routeTable.filter(({ light }) => !light).map(routeFor)),
  route('*', 'pages/NotFoundPage.tsx', { id: '*' }),
] satisfies RouteConfig

import { type AnyRouter, isProcedure } from '@orpc/server'
import type { EndpointMeta } from '#/kernel/api.ts'

export type ApiRoute = {
  /** For metrics and log; never contains what a client made up. */
  label: string
  mostFiles: number
}

const rpc = '/rpc'
const rpcOfAdmins = '/api/admin/rpc'

export function rpcPrefixIn(pathname: string): typeof rpc | typeof rpcOfAdmins | undefined {
  return ([rpc, rpcOfAdmins] as const).find((prefix) => pathname.startsWith(`${prefix}/`))
}

type Entry = ApiRoute & { methods: string[]; matches(pathname: string): boolean }

/**
 * Finds an API endpoint by method and path before the request is read; anything else is not found, whatever its body.
 * REST takes only JSON; files are sent over /rpc. RPC for admins is below /api/admin too, so that their cookie can be
 * limited to that path.
 */
export function apiRoutes(router: AnyRouter): (method: string, pathname: string) => ApiRoute | undefined {
  const calls = new Map<string, Entry>()
  const rest: Entry[] = []
  for (const { path, method, template, mostFiles } of procedures(router)) {
    const address = `${template.startsWith('/admin/') ? rpcOfAdmins : rpc}/${path.join('/')}`
    const methods = method === 'GET' ? ['GET', 'POST'] : ['POST']
    calls.set(address, { label: address, mostFiles, methods, matches: (pathname) => pathname === address })
    const pattern = new RegExp(`^/api${template.replace(/\{\w+\}/g, '[^/]+')}$`)
    rest.push({
      label: `/api${template}`,
      mostFiles: 0,
      methods: method === 'GET' ? ['GET', 'HEAD'] : [method],
      matches: (text) => pattern.test(text),
    })
  }
  return (method, pathname) => {
    const entry =
      calls.get(pathname) ?? rest.find((route) => route.methods.includes(method) && route.matches(pathname))
    return entry?.methods.includes(method) ? entry : undefined
  }
}

type Found = { path: string[]; method: string; template: string; mostFiles: number }

function procedures(router: object, path: string[] = []): Found[] {
  return Object.entries(router).flatMap(([name, child]) => {
    if (!isProcedure(child)) return procedures(child as object, [...path, name])
    const { route, meta } = child['~orpc']
    const { uploads, mostFiles: most = 1 } = meta as EndpointMeta
    const mostFiles = uploads === undefined ? 0 : most
    return [{ path: [...path, name], method: route.method ?? 'POST', template: route.path ?? '', mostFiles }]
  })
}

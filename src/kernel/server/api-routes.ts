import { type AnyRouter, isProcedure } from '@orpc/server'
import type { EndpointMeta } from '#/kernel/api.ts'

export type ApiRoute = {
  /** One line in the metrics and the log: never what a client made up. */
  label: string
  /** Takes as many files at once, as multipart; none at all where it is 0. */
  mostFiles: number
}

const rpc = '/rpc'
const rpcOfAdmins = '/api/admin/rpc'

/** Which of the two places for RPC an address belongs to, if to any. */
export function rpcPrefixIn(pathname: string): typeof rpc | typeof rpcOfAdmins | undefined {
  return ([rpc, rpcOfAdmins] as const).find((prefix) => pathname.startsWith(`${prefix}/`))
}

type Entry = ApiRoute & { methods: string[]; matches(pathname: string): boolean }

/**
 * Knows every address of the API before anything is read of a request: what is not among them is not found, whatever
 * its body. REST speaks JSON only; files travel over /rpc. What REST has below /api/admin stays there in RPC too, so that
 * an admin's cookie can be kept to that path.
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
      methods: [method],
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

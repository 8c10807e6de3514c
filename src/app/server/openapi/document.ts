import type { AnyContractProcedure, OpenAPI } from '@orpc/contract'
import { OpenAPIGenerator } from '@orpc/openapi'
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4'
import { contract } from '#/app/contract.ts'
import { limitOf } from '#/kernel/fields.ts'
import { headers, parameters, responses, schemas, securitySchemes } from './components.ts'
import { introduction, tagTexts } from './introduction.ts'
import { names } from './names.ts'
import { finishOperation } from './operation.ts'
import { takesFile, tidy } from './tidy.ts'

type Options = { product: string; site: string; sessionCookie: string }

type PathItem = Record<string, OpenAPI.OperationObject>

const methods = ['get', 'post', 'put', 'patch', 'delete']

const inOrder = (item: PathItem) =>
  Object.entries(item).sort(([one], [other]) => methods.indexOf(one) - methods.indexOf(other))

/** Documents a text's limit after cleaning. The schema itself refuses at four times that length. */
function withLimit({ schema, next }: { schema: object; next(): [boolean, object] }): [boolean, object] {
  const [required, json] = next()
  const maxLength = limitOf.get(schema)
  return [required, maxLength === undefined ? json : { ...json, maxLength }]
}

/**
 * Returns the OpenAPI document of the REST API, without admins' endpoints, the local outbox, and uploads, which only
 * /rpc accepts.
 */
export async function describeApi({ product, site, sessionCookie }: Options): Promise<OpenAPI.Document> {
  const procedures = new Map<string, AnyContractProcedure>()
  const converter = new ZodToJsonSchemaConverter({ interceptors: [withLimit] })
  const generator = new OpenAPIGenerator({ schemaConverters: [converter] })
  const generated = await generator.generate(contract, {
    info: {
      title: `${product} API`,
      version: '0.1.0',
      description: introduction({ product, site }),
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/api', description: 'This server' }],
    filter: ({ contract: procedure, path }) => {
      procedures.set(path.join('.'), procedure)
      return path[0] !== 'admin' && path.join('.') !== 'accounts.outbox'
    },
    commonSchemas: Object.fromEntries(
      Object.entries(names).map(([name, schema]) => [
        name,
        { schema, strategy: name.endsWith('Input') ? 'input' : 'output' } as const,
      ]),
    ),
    // Only the codes: the components describe the responses once.
    customErrorResponseBodySchema: (errors) => ({ enum: errors.map(([code]) => code) }),
  })

  const paths: Record<string, PathItem> = {}
  const domains = new Set<string>()
  for (const [path, item] of Object.entries(generated.paths ?? {})) {
    for (const [method, operation] of inOrder(item as PathItem)) {
      if (takesFile(operation.requestBody)) continue
      const id = operation.operationId!
      const domain = id.split('.')[0]!
      domains.add(domain)
      paths[path] ??= {}
      paths[path][method] = finishOperation(operation, procedures.get(id)!, {
        domain,
        isRead: method === 'get',
      })
    }
  }
  return tidy({
    ...generated,
    paths,
    tags: [...domains].sort().map((name) => ({ name, description: tagTexts[name as keyof typeof tagTexts] })),
    components: {
      schemas: { ...generated.components?.schemas, ...schemas },
      securitySchemes: securitySchemes(sessionCookie),
      parameters,
      headers,
      responses,
    },
  } as OpenAPI.Document)
}

import type { AnyContractProcedure, OpenAPI } from '@orpc/contract'
import { errorTexts } from '#/app/error-text.ts'
import { type Access, type EndpointMeta, recordsFor, statusOfKind } from '#/kernel/api.ts'
import { requestErrors } from '#/kernel/errors.ts'
import { responseNames } from './components.ts'

type Operation = OpenAPI.OperationObject
type Responses = OpenAPI.ResponsesObject

/** Adds facts from the contract that aren't in the schemas: who may call it, and its refusals. */
export function finishOperation(
  operation: Operation,
  procedure: AnyContractProcedure,
  { domain, isRead }: { domain: string; isRead: boolean },
): Operation {
  const { access, rows, token } = procedure['~orpc'].meta as EndpointMeta
  const key = { $ref: '#/components/parameters/IdempotencyKey' }
  return {
    ...operation,
    tags: [domain],
    description: `${whoOf(access)} ${scopeOf(token)} Rows: ${rows}.`,
    parameters: [...(operation.parameters ?? []), ...(isRead ? [] : [key])],
    security: waysIn(access, token),
    responses: finishResponses(operation.responses ?? {}, isRead),
  }
}

function waysIn(access: Access, token: string | undefined): OpenAPI.SecurityRequirementObject[] {
  const session = { session: [] }
  const own: OpenAPI.SecurityRequirementObject[] = token ? [session, { token: [token] }] : [session]
  if (access !== 'anyone') return own
  return token ? [{}, ...own] : []
}

const scopeOf = (token: string | undefined) =>
  token ? `Tokens need the scope \`${token}\`.` : 'Takes no tokens.'

function whoOf(access: Access): string {
  if (access === 'anyone') return 'Open to anyone.'
  const records = recordsFor(access)
  if (records) return `For callers with a ${records.join(', ')} record.`.replace(/, (?=\w+ record)/, ' or ')
  return 'For anyone who is logged in.'
}

function finishResponses(generated: Responses, isRead: boolean): Responses {
  const finished: Responses = {}
  for (const [status, response] of Object.entries(generated)) {
    if (Number(status) < 400) {
      finished[status] = { ...(response as OpenAPI.ResponseObject), description: 'Done' }
      continue
    }
    const own = codesOf(response).filter((code) => !(code in requestErrors))
    const common = responseNames[Number(status)]
    if (own.length > 0) finished[status] = refusals(Number(status), own)
    else if (common && !(isRead && Number(status) === statusOfKind.invalid))
      finished[status] = { $ref: `#/components/responses/${common}` }
  }
  return finished
}

function codesOf(response: Responses[string]): string[] {
  const { content } = response as { content?: Record<string, { schema?: { enum?: string[] } }> }
  return content?.['application/json']?.schema?.enum ?? []
}

function refusals(status: number, own: string[]): OpenAPI.ResponseObject {
  const common = Object.entries(requestErrors).flatMap(([code, kind]) =>
    statusOfKind[kind] === status ? [code] : [],
  )
  const codes = [...own, ...common]
  return {
    description: codes.map((code) => `- \`${code}\`: ${errorTexts[code]}`).join('\n'),
    content: {
      'application/json': {
        schema: {
          allOf: [{ $ref: '#/components/schemas/Error' }],
          properties: { code: { enum: codes } },
        } as OpenAPI.SchemaObject,
      },
    },
  }
}

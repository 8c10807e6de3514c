import type { OpenAPI } from '@orpc/contract'
import { scopeText, tokenPrefix, tokenScopes } from '#/accounts/token-scopes.ts'

/** Names the responses that any endpoint may give, by status. */
export const responseNames: Readonly<Record<number, string>> = {
  400: 'Malformed',
  401: 'SignedOut',
  403: 'Forbidden',
  404: 'NotFound',
  422: 'KeyReused',
  429: 'TooMany',
  503: 'Unavailable',
}

const retryAfter = { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } }

function response(
  status: number,
  code: string,
  description: string,
  more: object = {},
): OpenAPI.ResponseObject {
  return {
    description: `\`${code}\`: ${description}`,
    ...more,
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/Error' },
        example: { defined: true, code, status, message: code },
      },
    },
  }
}

export const responses: Record<string, OpenAPI.ResponseObject> = {
  Malformed: {
    description: '`request.malformed`: the input doesn’t match its schema; `data.issues` says where.',
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/MalformedError' },
        example: {
          defined: true,
          code: 'request.malformed',
          status: 400,
          message: 'Invalid input',
          data: { issues: [{ path: 'date', message: 'Not a date' }] },
        },
      },
    },
  },
  SignedOut: response(401, 'request.signed_out', 'nobody is logged in, or the token isn’t valid.'),
  Forbidden: response(
    403,
    'request.forbidden',
    'the caller may not call this endpoint, or it accepts no tokens. `request.scope_needed`: the token lacks the scope that this endpoint needs.',
  ),
  NotFound: response(404, 'request.not_found', 'there is no such row, or it is not the caller’s.'),
  KeyReused: response(422, 'request.key_reused', 'the idempotency key was already used with other input.'),
  TooMany: response(429, 'request.too_many', 'too many requests; try again later.', { headers: retryAfter }),
  Unavailable: response(503, 'request.unavailable', 'a temporary fault; try again shortly.', {
    headers: retryAfter,
  }),
}

const errorProperties = {
  defined: { type: 'boolean', description: 'Whether the contract names this code for the endpoint.' },
  code: { type: 'string', description: 'Stable: rely on this.', example: 'booking.slot_taken' },
  status: { type: 'integer', description: 'The HTTP status.' },
  message: { type: 'string', description: 'For logs; it may change.' },
  data: { type: 'object', description: 'Details, if the code has any.', additionalProperties: true },
} satisfies Record<string, OpenAPI.SchemaObject>

export const schemas: Record<string, OpenAPI.SchemaObject> = {
  Error: {
    type: 'object',
    description: 'Every refusal has this shape.',
    properties: errorProperties,
    required: ['defined', 'code', 'status', 'message'],
  },
  MalformedError: {
    allOf: [{ $ref: '#/components/schemas/Error' }],
    properties: {
      data: {
        type: 'object',
        properties: {
          issues: {
            type: 'array',
            items: {
              type: 'object',
              properties: {
                path: { type: 'string', description: 'Names of the fields, joined by dots.' },
                message: { type: 'string' },
              },
              required: ['path', 'message'],
            },
          },
        },
        required: ['issues'],
      },
    },
  },
}

export const parameters: Record<string, OpenAPI.ParameterObject> = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description: 'Makes the request safe to repeat: the same key with the same input gets the first answer.',
    schema: {
      type: 'string',
      pattern: '^[\\w.:-]{8,100}$',
    },
  },
}

export const headers: Record<string, OpenAPI.HeaderObject> = {
  RetryAfter: { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 1 } },
}

const scopes = tokenScopes.map((scope) => `- \`${scope}\`: ${scopeText[scope]}`).join('\n')

export const securitySchemes = (sessionCookie: string): Record<string, OpenAPI.SecuritySchemeObject> => ({
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: sessionCookie,
    description: 'The session of someone who is logged in to the web app.',
  },
  token: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: `${tokenPrefix}…`,
    description: `An API token, created under Edit profile. Scopes:\n\n${scopes}`,
  },
})

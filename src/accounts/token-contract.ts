import { z } from 'zod'
import { endpoint, only } from '#/kernel/api.ts'
import { done, requiredLine } from '#/kernel/fields.ts'
import { idSchema } from '#/kernel/ids.ts'
import { accountsErrors } from './errors.ts'
import { tokenLimits, tokenScopes } from './token-scopes.ts'

const scopesSchema = z.array(z.enum(tokenScopes)).min(1).max(tokenScopes.length)

export const apiTokenSchema = z.object({
  id: idSchema('api token'),
  name: z.string(),
  /** Its first characters. */
  start: z.string(),
  scopes: z.array(z.enum(tokenScopes)),
  createdAt: z.date(),
  expiresAt: z.date().nullable(),
  /** Rounded to the hour. */
  lastUsedAt: z.date().nullable(),
})
export type ApiToken = z.output<typeof apiTokenSchema>

export const tokenEndpoints = {
  tokens: endpoint({
    method: 'GET',
    path: '/me/tokens',
    summary: 'Lists the caller’s tokens for the REST API, but never the tokens themselves',
    access: 'signed-in',
    rows: 'the caller’s tokens',
    input: z.object({}).optional(),
    output: z.object({ tokens: z.array(apiTokenSchema) }),
  }),
  makeToken: endpoint({
    method: 'POST',
    path: '/me/tokens',
    summary: 'Creates a token and shows it once; needs a recent proof of identity',
    access: 'signed-in',
    rows: 'a new token of the caller',
    isSecret: true,
    input: z.object({
      name: requiredLine(tokenLimits.name, 'Please enter a name'),
      scopes: scopesSchema.refine((scopes) => new Set(scopes).size === scopes.length, 'The same scope twice'),
      /** Null for a token that works until it's revoked. */
      days: z.int().min(1).max(tokenLimits.days).nullable(),
    }),
    output: z.object({ id: idSchema('api token'), token: z.string() }),
    errors: only(
      accountsErrors,
      'accounts.proof_needed',
      'accounts.token_name_taken',
      'accounts.too_many_tokens',
    ),
  }),
  revokeToken: endpoint({
    method: 'DELETE',
    path: '/me/tokens/{id}',
    summary: 'Revokes a token at once',
    access: 'signed-in',
    rows: 'one of the caller’s tokens',
    input: z.object({ id: idSchema('api token') }),
    output: done,
  }),
}

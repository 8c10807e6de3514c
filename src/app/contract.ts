import { accountsContract } from '#/accounts/contract.ts'

/** The whole API, by domain. docs/access.md and the OpenAPI document are made from it. */
export const contract = {
  accounts: accountsContract,
}

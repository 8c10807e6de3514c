import { accountsContract } from '#/accounts/contract.ts'
import { adminContract } from '#/admin/contract.ts'
import { notificationsContract } from '#/notifications/contract.ts'
import { petsContract } from '#/pets/contract.ts'
import { supportContract } from '#/support/contract.ts'
import { verificationContract } from '#/verification/contract.ts'
import { veterinaryContract } from '#/veterinary/contract.ts'

/** The whole API, by domain. docs/access.md and the OpenAPI document are made from it. */
export const contract = {
  accounts: accountsContract,
  pets: petsContract,
  notifications: notificationsContract,
  verification: verificationContract,
  support: supportContract,
  veterinary: veterinaryContract,
  admin: adminContract,
}

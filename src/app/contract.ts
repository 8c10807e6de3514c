import { accountsContract } from '#/accounts/contract.ts'
import { locationContract } from '#/location/contract.ts'
import { notificationsContract } from '#/notifications/contract.ts'
import { petsContract } from '#/pets/contract.ts'
import { privacyContract } from '#/privacy/contract.ts'
import { supportContract } from '#/support/contract.ts'
import { veterinaryContract } from '#/veterinary/contract.ts'

/** The whole API, by domain. docs/access.md and the OpenAPI document are made from it. */
export const contract = {
  accounts: accountsContract,
  location: locationContract,
  pets: petsContract,
  notifications: notificationsContract,
  support: supportContract,
  privacy: privacyContract,
  veterinary: veterinaryContract,
}

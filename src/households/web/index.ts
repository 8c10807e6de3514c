import { onDemand } from '#/kernel/web/on-demand.ts'

export { ownHouseholds } from './households.ts'

/** The household's members and invitations, and the households that the person helps. */
export const householdParts = onDemand(() => import('./Household.tsx'))

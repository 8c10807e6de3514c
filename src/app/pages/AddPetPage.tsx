import { AddPet } from '#/pets/web/index.ts'
import { ReportLost } from '#/reports/web/ReportLost.tsx'

/** Adds a pet, or shows one's page, which leads to reporting the pet lost. */
export default function AddPetPage() {
  return <AddPet Doors={ReportLost} />
}

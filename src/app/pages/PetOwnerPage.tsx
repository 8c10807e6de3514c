import { householdParts } from '#/households/web/index.ts'
import form from '#/kernel/web/form/form.module.css'
import { useOnDemand } from '#/kernel/web/on-demand.ts'
import { OwnerProfilePage } from '#/owners/web/OwnerProfilePage.tsx'

/** An owner's profile, with the people who help at home. */
export default function PetOwnerPage() {
  const Household = useOnDemand(householdParts)
  return (
    <>
      <OwnerProfilePage />
      <section className={form.page} aria-labelledby="household">
        <h2 id="household">Household</h2>
        {Household && <Household />}
      </section>
    </>
  )
}

import { Link } from 'react-router'
import { type FieldGroup, fieldsOf } from '#/kernel/web/form/field-list.ts'
import { ProgressBanner } from '#/kernel/web/form/ProgressBanner.tsx'
import { useIsBuilt } from '#/kernel/web/Soon.tsx'
import type { Standing } from '#/verification/contract.ts'
import { mayHandIn, type ProviderRecord, requirements, searchPages } from '#/verification/rules.ts'
import { factText, openingText } from '#/verification/text.ts'
import { FactChanges } from './FactChanges.tsx'
import { wordsOf } from './standing-words.ts'

type Props = {
  record: ProviderRecord
  /** Null before the first save. */
  standing: Standing | null
  /** Whether the verification tab is already open. */
  atVerification: boolean
  /** Their labels name the missing fields; `factText` names the rest. */
  groups: readonly FieldGroup[]
  onField(field: string): void
}

export function StandingBanner({ record, standing, atVerification, groups, onField }: Props) {
  const labels = new Map(fieldsOf(groups).map(({ name, label }) => [name, label]))
  const isBuilt = useIsBuilt()
  const needed = requirements[record]
  // Listed providers needn't add anything.
  const isDone = standing?.isListed || standing?.status === 'suspended'
  const missing = isDone ? [] : (standing?.missing ?? needed)
  return (
    <ProgressBanner
      {...wordsOf(record, standing, isBuilt(searchPages[record]) ? undefined : openingText[record])}
      needed={needed.length}
      missing={missing.map((name) => ({
        label: labels.get(fieldNameOf(name)) ?? factText[name] ?? name,
        field: fieldNameOf(name),
        ...(name === 'document' && { to: '?tab=verification' }),
      }))}
      onField={onField}
    >
      <FactChanges
        changes={standing?.changes ?? []}
        caption="What you changed"
        verified="Others see"
        proposed={standing?.status === 'submitted' ? 'Being checked' : 'Not verified yet'}
      />
      {missing.length === 0 && standing && mayHandIn(standing.status) && !atVerification && (
        <p>
          <Link to="?tab=verification" preventScrollReset replace>
            Continue to submit it
          </Link>
        </p>
      )}
      {standing?.status === 'suspended' && (
        <p>
          <Link to="/contact">Contact us</Link>
        </p>
      )}
    </ProgressBanner>
  )
}

/** `registration_council` belongs to the field `registrationCouncil`. */
function fieldNameOf(name: string): string {
  return name.replace(/_(\w)/g, (_all, letter: string) => letter.toUpperCase())
}

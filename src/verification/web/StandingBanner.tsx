import { Link } from 'react-router'
import { ProgressBanner } from '#/kernel/web/form/ProgressBanner.tsx'
import type { Standing } from '#/verification/contract.ts'
import { mayHandIn, type ProviderRecord, requirements } from '#/verification/rules.ts'
import { factText } from '#/verification/text.ts'
import { wordsOf } from './standing-words.ts'

type Props = {
  record: ProviderRecord
  /** Null before the first save: then everything is needed. */
  standing: Standing | null
  /** Whether the tab where it is handed in is open already. */
  atVerification: boolean
  onField(field: string): void
}

/** How the record stands, and what it needs, from the start. */
export function StandingBanner({ record, standing, atVerification, onField }: Props) {
  const needed = requirements[record]
  // Of someone who is found as they are nothing is asked.
  const isDone = standing?.isListed || standing?.status === 'suspended'
  const missing = isDone ? [] : (standing?.missing ?? needed)
  return (
    <ProgressBanner
      {...wordsOf(standing)}
      needed={needed.length}
      missing={missing.map((name) => ({
        label: factText[name] ?? name,
        field: fieldNameOf(name),
        ...(name === 'document' && { to: '?tab=verification' }),
      }))}
      onField={onField}
    >
      {missing.length === 0 && standing && mayHandIn(standing.status) && !atVerification && (
        <p>
          <Link to="?tab=verification" preventScrollReset replace>
            Go on to hand it in
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

/** `registration_council` is asked for by the field `registrationCouncil`. */
function fieldNameOf(name: string): string {
  return name.replace(/_(\w)/g, (_all, letter: string) => letter.toUpperCase())
}

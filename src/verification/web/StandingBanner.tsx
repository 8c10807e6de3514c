import { Link } from 'react-router'
import button from '#/kernel/web/button.module.css'
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
  notes: readonly StandingNote[]
}

/** A fact that a listed provider should know, with a link to another page or to a field of the form below. */
export type StandingNote = {
  text: string
  label: string
  /** Owners can't book the provider because of it. */
  isBar?: boolean
} & ({ to: string } | { field: string })

export function StandingBanner({ record, standing, atVerification, groups, onField, notes }: Props) {
  const labels = new Map(fieldsOf(groups).map(({ name, label }) => [name, label]))
  const isBuilt = useIsBuilt()
  const needed = requirements[record]
  // Listed providers needn't add anything.
  const isDone = standing?.isListed || standing?.isLeaving || standing?.status === 'suspended'
  const missing = isDone ? [] : (standing?.missing ?? needed)
  return (
    <ProgressBanner
      {...wordsOf(record, standing, {
        opens: isBuilt(searchPages[record]) ? undefined : openingText[record],
        isBookable: !notes.some(({ isBar }) => isBar),
      })}
      needed={needed.length}
      missing={missing.map((name) => ({
        label: labels.get(fieldNameOf(name)) ?? factText[name] ?? name,
        field: fieldNameOf(name),
        ...(name === 'document' && { to: '?tab=verification' }),
      }))}
      onField={onField}
    >
      {standing?.isListed && notes.map((note) => <Note key={note.label} note={note} onField={onField} />)}
      {standing?.needsConfirmation && !standing.isLeaving && standing.status !== 'suspended' && (
        <p>
          <Link to="/edit-profile?section=security">Confirm your email or phone</Link>
        </p>
      )}
      {standing?.isLeaving && (
        <p>
          <Link to="/edit-profile?section=data">Keep my account</Link>
        </p>
      )}
      <FactChanges
        changes={standing?.changes ?? []}
        caption="What you changed"
        verified="Others see"
        proposed={standing?.status === 'submitted' ? 'Being checked' : 'Not verified yet'}
      />
      {missing.length === 0 &&
        standing &&
        !standing.isLeaving &&
        mayHandIn(standing.status) &&
        !atVerification && (
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

function Note({ note, onField }: { note: StandingNote } & Pick<Props, 'onField'>) {
  return (
    <p>
      {note.text}{' '}
      {'to' in note ? (
        <Link to={note.to} preventScrollReset replace>
          {note.label}
        </Link>
      ) : (
        <button type="button" className={button.plain} onClick={() => onField(note.field)}>
          {note.label}
        </button>
      )}
    </p>
  )
}

/** `registration_council` belongs to the field `registrationCouncil`. */
function fieldNameOf(name: string): string {
  return name.replace(/_(\w)/g, (_all, letter: string) => letter.toUpperCase())
}
